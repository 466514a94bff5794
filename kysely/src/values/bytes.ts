/** A plain list of bytes, which is not a part of the driver's memory; libsql gives an ArrayBuffer. */
export const bytesOf = (value: unknown): unknown =>
  value instanceof Uint8Array || value instanceof ArrayBuffer ? new Uint8Array(value) : value

/** The form that drivers take bytes in. */
export const bufferOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value) : value
