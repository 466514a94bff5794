const encoder = new TextEncoder()

/** How many characters are encoded at a time: few calls, and strings that fit into the processor's cache. */
const AT_ONCE = 8192

const NO_BUFFER = new Uint8Array(0)

/**
 * A growing text in UTF-8. A string that grows by appending is put together when its bytes are needed, and one wide
 * character makes the whole string wide. Encoding it in parts takes half the time.
 *
 * ```ts
 * const text = new Utf8Text(4096);
 * text.append('{"data":');
 * text.append('null}');
 * return text.bytes;
 * ```
 */
export class Utf8Text {
  readonly #size: number
  #buffer: Uint8Array<ArrayBuffer> = NO_BUFFER
  #length = 0
  #pending = ''

  /** @param size the bytes to reserve as soon as the text is longer than one part */
  constructor(size: number) {
    this.#size = size
  }

  /** No part may end between the halves of a surrogate pair: each half alone would become U+FFFD. */
  append(text: string): void {
    this.#pending += text
    if (this.#pending.length >= AT_ONCE) this.#encode()
  }

  #encode(): void {
    let rest = this.#pending
    this.#pending = ''
    if (this.#buffer === NO_BUFFER) this.#buffer = new Uint8Array(this.#size)
    for (;;) {
      const { read, written } = encoder.encodeInto(rest, this.#buffer.subarray(this.#length))
      this.#length += written
      if (read === rest.length) return
      rest = rest.slice(read)
      this.#grow(rest.length)
    }
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#buffer === NO_BUFFER) return encoder.encode(this.#pending)
    this.#encode()
    const bytes = this.#buffer.subarray(0, this.#length)
    // While a client reads slowly, the whole buffer stays in memory, so it should not be much larger than its content.
    return this.#length < this.#buffer.length / 2 ? bytes.slice() : bytes
  }

  #grow(more: number): void {
    const buffer = new Uint8Array(2 * this.#buffer.length + more)
    buffer.set(this.#buffer)
    this.#buffer = buffer
  }
}
