    private static java.lang.String clewTell(java.lang.Object value) {
        java.lang.StringBuilder text = new java.lang.StringBuilder();
        clewTell(value, text);
        return text.toString();
    }

    private static void clewTell(java.lang.Object value, java.lang.StringBuilder text) {
        java.lang.String name = value == null ? "null" : value.getClass().getName();
        if (value == null) {
            text.append("null");
        } else if (value instanceof java.lang.String && ((java.lang.String) value).length() <= 160) {
            java.lang.String string = (java.lang.String) value;
            text.append("text ").append(string.length());
            for (int i = 0; i < string.length(); i++) {
                text.append(' ').append((int) string.charAt(i));
            }
        } else if (value instanceof java.lang.Float) {
            text.append("box ").append(name).append(' ').append(java.lang.Float.floatToIntBits((java.lang.Float) value));
        } else if (value instanceof java.lang.Double) {
            text.append("box ").append(name).append(' ').append(java.lang.Double.doubleToLongBits((java.lang.Double) value));
        } else if (value instanceof java.lang.Character) {
            text.append("box ").append(name).append(' ').append((int) (java.lang.Character) value);
        } else if (value instanceof java.lang.Boolean || value instanceof java.lang.Byte || value instanceof java.lang.Short
                || value instanceof java.lang.Integer || value instanceof java.lang.Long) {
            text.append("box ").append(name).append(' ').append(value);
        } else if (value instanceof java.lang.Enum) {
            java.lang.Enum<?> constant = (java.lang.Enum<?>) value;
            text.append("enum ").append(constant.getDeclaringClass().getName()).append(' ').append(constant.name());
        } else if (name.equals("java.math.BigDecimal") || name.equals("java.math.BigInteger")) {
            text.append("big ").append(name).append(' ').append(value);
        } else if (name.matches("java\\.time\\.(LocalDate|LocalTime|LocalDateTime|YearMonth|Year|Duration|Instant|Period)")) {
            text.append("time ").append(name).append(' ').append(value);
        } else if (value instanceof java.util.Optional) {
            java.util.Optional<?> optional = (java.util.Optional<?>) value;
            text.append("optional ").append(optional.isPresent() ? 1 : 0);
            if (optional.isPresent()) {
                text.append(' ');
                clewTell(optional.get(), text);
            }
        } else if (name.startsWith("java.util.") && !name.startsWith("java.util.concurrent.")
                && (value instanceof java.util.List || value instanceof java.util.Set)
                && ((java.util.Collection<?>) value).size() <= 12) {
            java.util.Collection<?> all = (java.util.Collection<?>) value;
            text.append(value instanceof java.util.List ? "list " : "set ").append(all.size());
            for (java.lang.Object element : all) {
                text.append(' ');
                clewTell(element, text);
            }
        } else if (name.startsWith("java.util.") && !name.startsWith("java.util.concurrent.")
                && !name.equals("java.util.IdentityHashMap") && value instanceof java.util.Map
                && ((java.util.Map<?, ?>) value).size() <= 12) {
            java.util.Map<?, ?> map = (java.util.Map<?, ?>) value;
            text.append("map ").append(map.size());
            for (java.util.Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(' ');
                clewTell(entry.getKey(), text);
                text.append(' ');
                clewTell(entry.getValue(), text);
            }
        } else {
            text.append("other");
        }
    }

    /** The class that made the exception, and its message, unless that has the text of another exception in it. */
    private static java.lang.String clewTellMessage(java.lang.Throwable end) {
        if (end == null || end.getStackTrace().length == 0 || end.getMessage() == null || end.getCause() != null) {
            return "other";
        }
        return end.getStackTrace()[0].getClassName() + ' ' + clewTell(end.getMessage());
    }
