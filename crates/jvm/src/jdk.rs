//! The JDK that is installed, and the image of its classes.

use crate::JvmError;
use clew_base::FastMap;
use jimage_rs::JImage;
use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Folders in which systems keep JDKs, each in a folder of its own.
const COMMON_FOLDERS: [&str; 4] = ["/usr/lib/jvm", "/usr/java", "/opt/java", "/Library/Java/JavaVirtualMachines"];

/// The oldest release of Java whose JDK Clew works with.
pub const OLDEST_JAVA: u32 = 17;

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
    /// in the common folders, where one that is too old does not count. A folder that is named but holds no JDK, or one
    /// that is too old, is an error.
    pub fn locate(explicit: Option<&Path>) -> Result<Jdk, JvmError> {
        Places::of_this_machine().locate(explicit)
    }

    fn named(home: &Path, source_of_it: &'static str) -> Result<Jdk, JvmError> {
        let place = home.to_owned();
        match (Self::at(home), stated_version(home)) {
            (Some(jdk), _) if jdk.feature >= OLDEST_JAVA => Ok(jdk),
            (Some(Jdk { version, .. }), _) | (None, Some(version)) if is_old(&version) => {
                Err(JvmError::TooOld { place, version, source_of_it })
            }
            _ => Err(JvmError::NotAJdk { place, source_of_it }),
        }
    }

    /// The JDK in this folder, if it is one and not too old.
    fn recent(home: &Path) -> Option<Jdk> {
        Self::at(home).filter(|jdk| jdk.feature >= OLDEST_JAVA)
    }

    /// The JDK in this folder, if it is one.
    pub fn at(home: &Path) -> Option<Jdk> {
        let bundled = home.join("Contents/Home");
        let home = if bundled.is_dir() { bundled } else { home.to_owned() };
        if !home.join("lib/modules").is_file() {
            return None;
        }
        let version = stated_version(&home)?;
        let feature = feature_of(&version)?;
        Some(Jdk { home, version, feature })
    }

    /// The file that holds the JDK's classes.
    pub fn image_path(&self) -> PathBuf {
        self.home.join("lib/modules")
    }
}

/// The feature release that a version is of: 17 for `17.0.13`, 8 for `1.8.0_392`.
fn feature_of(version: &str) -> Option<u32> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(['.', '-', '+', '_']).next()?.parse().ok()
}

fn is_old(version: &str) -> bool {
    feature_of(version).is_some_and(|feature| feature < OLDEST_JAVA)
}

/// Where a JDK may be if none is named.
struct Places {
    java_home: Option<PathBuf>,
    path: Vec<PathBuf>,
    /// Folders with a JDK in each of their folders.
    common: Vec<PathBuf>,
}

impl Places {
    fn of_this_machine() -> Places {
        Places {
            java_home: std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
            path: std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect(),
            common: COMMON_FOLDERS.map(PathBuf::from).to_vec(),
        }
    }

    fn locate(&self, explicit: Option<&Path>) -> Result<Jdk, JvmError> {
        if let Some(home) = explicit {
            return Jdk::named(home, "--jdk");
        }
        if let Some(home) = &self.java_home {
            return Jdk::named(home, "JAVA_HOME");
        }
        let found = self.on_path().or_else(|| self.in_common_folders());
        found.ok_or_else(|| match self.old_on_path() {
            Some((place, version)) => JvmError::TooOld { place, version, source_of_it: "--jdk or JAVA_HOME" },
            None => JvmError::NoJdk,
        })
    }

    fn on_path(&self) -> Option<Jdk> {
        self.programs().find_map(|program| Jdk::recent(program.parent()?.parent()?))
    }

    fn in_common_folders(&self) -> Option<Jdk> {
        let folders = self.common.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
        let found = folders.filter_map(|entry| Jdk::recent(&entry.ok()?.path()));
        found.max_by(|a, b| (a.feature, &a.version, &a.home).cmp(&(b.feature, &b.version, &b.home)))
    }

    /// The home of the first Java on the `PATH` that says it is too old, and its version.
    fn old_on_path(&self) -> Option<(PathBuf, String)> {
        self.programs().find_map(|program| {
            // A JRE may lie inside its JDK, which is where the version is stated.
            let homes = program.ancestors().skip(2).take(2).map(Path::to_owned);
            let (home, version) =
                homes.filter_map(|home| stated_version(&home).map(|version| (home, version))).next()?;
            is_old(&version).then_some((home, version))
        })
    }

    /// Every `java` on the `PATH`, behind all links.
    fn programs(&self) -> impl Iterator<Item = PathBuf> {
        self.path.iter().filter_map(|folder| folder.join("java").canonicalize().ok())
    }
}

/// The version that a JDK or a JRE, of any age, states in its `release` file.
fn stated_version(home: &Path) -> Option<String> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let value = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(value.trim().trim_matches('"').to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like a Java of this version; from 9 on there is an image of classes.
    fn java(root: &Path, version: &str) -> PathBuf {
        let home = root.join(format!("java-{version}"));
        let bin = home.join(if version.starts_with("1.") { "jre/bin" } else { "bin" });
        std::fs::create_dir_all(&bin).expect("a folder");
        std::fs::write(bin.join("java"), "").expect("a file");
        std::fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).expect("a file");
        if !version.starts_with("1.") {
            std::fs::create_dir_all(home.join("lib")).expect("a folder");
            std::fs::write(home.join("lib/modules"), "").expect("a file");
        }
        home
    }

    fn places(path: &[PathBuf], common: &[&Path]) -> Places {
        Places {
            java_home: None,
            path: path.to_vec(),
            common: common.iter().map(|folder| folder.to_path_buf()).collect(),
        }
    }

    #[test]
    fn where_nothing_is_nothing_is_found() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(places(&[dir.path().to_owned()], &[dir.path()]).locate(None), Err(JvmError::NoJdk));
    }

    #[test]
    fn the_java_on_the_path_counts_if_it_is_recent() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().canonicalize().expect("a folder");
        let (eight, eleven) = (java(&root, "1.8.0_392"), java(&root, "11.0.20"));
        let path = [eight.join("jre/bin"), eleven.join("bin")];
        let old = JvmError::TooOld { place: eight, version: "1.8.0_392".into(), source_of_it: "--jdk or JAVA_HOME" };
        assert_eq!(places(&path, &[]).locate(None), Err(old.clone()));
        assert_eq!(places(&path, &[&root]).locate(None), Err(old));
        let common = tempfile::tempdir().expect("a temporary folder");
        let (older, newer) = (java(common.path(), "17.0.13"), java(common.path(), "21.0.1"));
        assert_eq!(places(&path, &[common.path()]).locate(None).map(|jdk| (jdk.home, jdk.feature)), Ok((newer, 21)));
        let path = [path.to_vec(), vec![older.join("bin")]].concat();
        let found = places(&path, &[common.path()]).locate(None).map(|jdk| (jdk.home.canonicalize().ok(), jdk.feature));
        assert_eq!(found, Ok((older.canonicalize().ok(), 17)));
    }

    #[test]
    fn what_is_named_has_to_be_a_recent_jdk() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let eleven = java(dir.path(), "11.0.20");
        let named = Places { java_home: Some(eleven.clone()), path: Vec::new(), common: Vec::new() };
        let old = |source_of_it| JvmError::TooOld { place: eleven.clone(), version: "11.0.20".into(), source_of_it };
        assert_eq!(named.locate(None), Err(old("JAVA_HOME")));
        assert_eq!(named.locate(Some(&eleven)), Err(old("--jdk")));
        let nothing = JvmError::NotAJdk { place: dir.path().to_owned(), source_of_it: "--jdk" };
        assert_eq!(named.locate(Some(dir.path())), Err(nothing));
    }
}
