import { hkdfSync } from 'node:crypto'
import type { FileType } from './reference.ts'

/** What WhatsApp derives the keys of each kind of file from. */
const purposes: Readonly<Record<FileType, string>> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  sticker: 'WhatsApp Image Keys',
  history: 'WhatsApp History Keys',
}

/** Bytes of the code behind a file with which it is checked. */
export const macBytes = 10

/** The keys of one file. */
export function fileKeys(type: FileType, mediaKey: Uint8Array) {
  const expanded = Buffer.from(hkdfSync('sha256', mediaKey, new Uint8Array(0), purposes[type], 112))
  return { iv: expanded.subarray(0, 16), cipher: expanded.subarray(16, 48), mac: expanded.subarray(48, 80) }
}
