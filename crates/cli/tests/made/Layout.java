package demo;

public final class Layout {
    private final char separator;
    private final boolean framed;

    private Layout(char separator, boolean framed) {
        this.separator = separator;
        this.framed = framed;
    }

    public static Layout of(char separator) {
        return new Layout(separator, false);
    }

    public Layout withSeparator(char other) {
        return new Layout(other, framed);
    }

    public boolean isFramed() {
        return framed;
    }

    public static class Builder {
        private boolean framed;

        public Builder framed(boolean framed) {
            this.framed = framed;
            return this;
        }

        public Layout build() {
            return new Layout(';', framed);
        }
    }
}
