// The keyed task store has an issue of its own; the product exists so that clients can name it.
