//! The JDK that is installed, and the image of its classes.

use crate::JvmError;
use clew_base::FastMap;
use jimage_rs::JImage;
use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Folders in which systems keep JDKs, each in a folder of its own.
const COMMON_FOLDERS: [&str; 4] = ["/usr/lib/jvm", "/usr/java", "/opt/java", "/Library/Java/JavaVirtualMachines"];

/// An installed JDK of version 9 or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its folder, which holds `bin` and `lib`.
    pub home: PathBuf,
    /// Its version as it states it, such as `17.0.13`.
    pub version: String,
    /// Its feature release, such as 17.
    pub feature: u32,
}

impl Jdk {
    /// Finds the JDK to use: the folder named, else `JAVA_HOME`, else the one of `java` on the `PATH`, else the newest
    /// in the common folders. A folder that is named but holds no JDK is an error.
    pub fn locate(explicit: Option<&Path>) -> Result<Jdk, JvmError> {
        if let Some(home) = explicit {
            return Self::at(home).ok_or_else(|| JvmError::NotAJdk { place: home.to_owned(), source_of_it: "--jdk" });
        }
        if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            return Self::at(&home).ok_or(JvmError::NotAJdk { place: home, source_of_it: "JAVA_HOME" });
        }
        Self::on_path().or_else(Self::in_common_folders).ok_or(JvmError::NoJdk)
    }

    /// The JDK in this folder, if it is one.
    pub fn at(home: &Path) -> Option<Jdk> {
        let bundled = home.join("Contents/Home");
        let home = if bundled.is_dir() { bundled } else { home.to_owned() };
        if !home.join("lib/modules").is_file() {
            return None;
        }
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))
            .map(|value| value.trim().trim_matches('"').to_owned())?;
        let feature = version.split(['.', '-', '+', '_']).next()?.parse().ok()?;
        Some(Jdk { home, version, feature })
    }

    fn on_path() -> Option<Jdk> {
        std::env::split_paths(&std::env::var_os("PATH")?).find_map(|folder| {
            let program = folder.join("java").canonicalize().ok()?;
            Self::at(program.parent()?.parent()?)
        })
    }

    fn in_common_folders() -> Option<Jdk> {
        COMMON_FOLDERS
            .iter()
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flatten()
            .filter_map(|entry| Self::at(&entry.ok()?.path()))
            .max_by(|a, b| (a.feature, &a.version, &a.home).cmp(&(b.feature, &b.version, &b.home)))
    }

    /// The file that holds the JDK's classes.
    pub fn image_path(&self) -> PathBuf {
        self.home.join("lib/modules")
    }
}

/// The classes of a JDK.
pub(crate) struct JdkImage {
    place: PathBuf,
    image: JImage,
    /// For each package its modules, in the order of the image. Built when a class outside `java.base` is first asked for.
    modules: OnceCell<FastMap<String, Vec<String>>>,
}

impl JdkImage {
    /// Opens the image of the JDK.
    pub(crate) fn open(jdk: &Jdk) -> Result<Self, String> {
        let place = jdk.image_path();
        let image = guarded(|| JImage::open(&place).map_err(|error| error.to_string()))?;
        let opened = Self { place, image, modules: OnceCell::new() };
        match opened.resource("/java.base/java/lang/Object.class")? {
            Some(_) => Ok(opened),
            None => Err("it holds no java.lang.Object".to_owned()),
        }
    }

    /// Where the image is.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// The bytes of a class, or nothing if the JDK has no such class.
    pub(crate) fn class(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        if let Some(bytes) = self.resource(&format!("/java.base/{name}.class"))? {
            return Ok(Some(bytes));
        }
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        for module in self.modules_of(package)? {
            if let Some(bytes) = self.resource(&format!("/{module}/{name}.class"))? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// The modules that have classes in the package (written with slashes).
    pub(crate) fn modules_of(&self, package: &str) -> Result<&[String], String> {
        if self.resource(&format!("/packages/{}", package.replace('/', ".")))?.is_none() {
            return Ok(&[]);
        }
        let modules = match self.modules.get() {
            Some(modules) => modules,
            None => {
                let read = guarded(|| self.read_modules())?;
                self.modules.get_or_init(|| read)
            }
        };
        Ok(modules.get(package).map_or(&[], Vec::as_slice))
    }

    /// The internal names of all classes of a module, sorted.
    pub(crate) fn classes_of_module(&self, module: &str) -> Result<Vec<String>, String> {
        guarded(|| {
            let mut names = Vec::new();
            for resource in self.image.resource_names_iter() {
                let resource = resource.map_err(|error| error.to_string())?;
                if resource.module == module && resource.extension == "class" {
                    let (parent, base) = (&resource.parent, &resource.base);
                    names.push(if parent.is_empty() { base.to_string() } else { format!("{parent}/{base}") });
                }
            }
            names.sort();
            Ok(names)
        })
    }

    fn read_modules(&self) -> Result<FastMap<String, Vec<String>>, String> {
        let mut modules: FastMap<String, Vec<String>> = FastMap::default();
        for resource in self.image.resource_names_iter() {
            let resource = resource.map_err(|error| error.to_string())?;
            if resource.extension == "class" {
                let of_package = modules.entry(resource.parent.into_owned()).or_default();
                if !of_package.iter().any(|known| *known == resource.module) {
                    of_package.push(resource.module.into_owned());
                }
            }
        }
        Ok(modules)
    }

    fn resource(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        guarded(|| match self.image.find_resource(name) {
            Ok(found) => Ok(found.map(|bytes| bytes.into_owned())),
            Err(error) => Err(error.to_string()),
        })
    }
}

/// Runs a call into the image reader, which indexes into the file without checks and so panics on a damaged one.
fn guarded<T>(call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err("the image is damaged".to_owned()))
}
