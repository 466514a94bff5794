import { deflateSync, inflateSync } from 'node:zlib'

/**
 * Reduces a picture of a page to at most 64 colors, which reduces the file to a fifth of its size. The PNG must
 * have 8 bits per channel, like a browser's.
 *
 * @param {Uint8Array} png
 * @returns {Buffer}
 */
export function smallPng(png) {
  const { width, height, pixels } = decoded(Buffer.from(png))
  const palette = paletteOf(pixels)
  /** @type {Map<number, number>} */
  const known = new Map(palette.map((colour, index) => [colour, index]))
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = /** @type {number} */ (pixels[y * width + x])
      let index = known.get(colour)
      if (index === undefined) known.set(colour, (index = nearestOf(palette, colour)))
      lines[y * (width + 1) + 1 + x] = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const COLOURS = 64

/**
 * The most frequent colors, without those that are nearly equal to another color. @param {Uint32Array} pixels
 */
function paletteOf(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour)
  /** @type {number[]} */
  const palette = []
  for (const least of [24, 6, 0]) {
    for (const colour of sorted) {
      if (palette.length === COLOURS) return palette
      if (palette.every((other) => distance(other, colour) > least)) palette.push(colour)
    }
  }
  return palette
}

/** @param {readonly number[]} palette @param {number} colour */
function nearestOf(palette, colour) {
  let best = 0
  for (const [index, other] of palette.entries()) {
    if (distance(other, colour) < distance(/** @type {number} */ (palette[best]), colour)) best = index
  }
  return best
}

/** @param {number} a @param {number} b */
function distance(a, b) {
  return (
    Math.abs((a >> 16) - (b >> 16)) +
    Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) +
    Math.abs((a & 255) - (b & 255))
  )
}

/** @param {Buffer} png */
function decoded(png) {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  /** @type {Buffer[]} */
  const parts = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const bytes = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const line = Buffer.from(bytes.subarray(start + 1, start + 1 + stride))
    unfilter(line, above, bytes[start] ?? 0, channels)
    for (let x = 0; x < width; x++) pixels[y * width + x] = line.readUIntBE(x * channels, 3)
    above = line
  }
  return { width, height, pixels }
}

/** @param {Buffer} line @param {Buffer} above @param {number} filter @param {number} channels */
function unfilter(line, above, filter, channels) {
  for (let at = 0; at < line.length; at++) {
    const left = at >= channels ? (line[at - channels] ?? 0) : 0
    const up = above[at] ?? 0
    const corner = at >= channels ? (above[at - channels] ?? 0) : 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    line[at] = ((line[at] ?? 0) + guess) & 255
  }
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc(body), body.length + 4)
  return whole
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
