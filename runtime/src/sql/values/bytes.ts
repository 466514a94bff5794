/** A plain array of bytes that does not share the driver's memory. The driver libsql returns an ArrayBuffer. */
export const bytesOf = (value: unknown): unknown =>
  value instanceof Uint8Array || value instanceof ArrayBuffer ? new Uint8Array(value) : value

/** The form that drivers accept for bytes. */
export const bufferOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value) : value
