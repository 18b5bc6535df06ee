// Pins: what a method of the JDK returns that is documented to return an object is not null in a field, under that contract.
package corpus.fields;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.UnaryOperator;

public final class ContractFields {
    private final BigDecimal amount;
    private final BigDecimal computed;

    public ContractFields(BigDecimal amount, UnaryOperator<BigDecimal> rounding) {
        this.amount = amount.setScale(2, RoundingMode.HALF_UP);
        this.computed = rounding.apply(amount);
    }

    public boolean isMissing() {
        return amount == null; // expect: true unreachable(if contract:java.math.BigDecimal#setScale), false reached
    }

    public boolean isComputed() {
        return computed != null; // expect: true reached, false reached
    }

    static boolean isCopied(ContractFields other) {
        if (other == null) {
            return false;
        }
        return other.amount != null; // expect: false unreachable(if class_invariant:corpus.fields.ContractFields), true reached
    }
}
