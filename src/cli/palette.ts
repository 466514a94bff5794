import { styleText } from 'node:util'
import type { Palette } from '../diagnostic/format-human.js'
import type { DiffPalette } from '../plan/diff/unified.js'

/** Colors for a terminal; without them, the text unchanged. The caller has checked the environment and the stream. */
export function paletteOf(colour: boolean): Palette & DiffPalette {
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      colour ? styleText(format, text, { validateStream: false }) : text
  return {
    error: style(['red', 'bold']),
    warning: style(['yellow', 'bold']),
    place: style('cyan'),
    faint: style('gray'),
    removed: style('red'),
    added: style('green'),
  }
}
