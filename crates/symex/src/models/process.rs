//! State of the process that public calls of the JDK change: the default locale, the time zone, and so on.

/// Whether the static field of a class of the JDK holds what everybody may set by a public call, so that it need not hold at
/// entry what its class's initialization gave it.
pub(crate) fn is_changed_by_calls(class: &str, field: &str) -> bool {
    matches!(
        (class, field),
        ("java/util/Locale", "defaultLocale" | "defaultDisplayLocale" | "defaultFormatLocale")
            | ("java/util/TimeZone", "defaultTimeZone")
            | ("java/nio/charset/Charset", "defaultCharset")
            | ("java/lang/System", "props" | "in" | "out" | "err" | "security" | "lineSeparator")
            | ("java/lang/Thread", "defaultUncaughtExceptionHandler")
            | ("java/security/Security", "props")
            | ("java/security/Policy", "policyInfo")
            | ("sun/security/jca/Providers", "providerList" | "threadLists" | "threadListsUsed")
            | ("java/net/URL", "factory")
            | (
                "java/net/URLConnection",
                "defaultUseCaches" | "defaultAllowUserInteraction" | "fileNameMap" | "factory"
            )
            | ("java/net/HttpURLConnection", "followRedirects")
            | ("java/net/Authenticator", "theAuthenticator")
            | ("java/net/CookieHandler", "cookieHandler")
            | ("java/net/ProxySelector", "theProxySelector")
            | ("java/net/ResponseCache", "theResponseCache")
            | ("java/util/logging/LogManager", "manager" | "readPrimordialConfiguration")
            | ("java/util/prefs/Preferences", "factory")
            | ("java/sql/DriverManager", "logWriter" | "logStream" | "loginTimeout" | "registeredDrivers")
            | ("java/io/ObjectInputFilter$Config", "serialFilter" | "serialFilterFactory")
            | ("java/beans/Introspector" | "java/beans/PropertyEditorManager", _)
    )
}
