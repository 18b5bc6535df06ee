//! One solver interface: backends, decorators, models and cores.
