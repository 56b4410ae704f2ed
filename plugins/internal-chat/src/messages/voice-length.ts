import { lastBlockAt } from './webm.ts'

/**
 * Length of a sound file in seconds, by its bytes; undefined for what is none. What a browser records live says nothing
 * of its length: there the last block counts.
 */
export async function voiceLength(bytes: Uint8Array): Promise<number | undefined> {
  return (await saidLength(bytes)) ?? lastBlockAt(bytes)
}

/** The length as the file says it. */
async function saidLength(bytes: Uint8Array): Promise<number | undefined> {
  const { parseBuffer } = await import('music-metadata')
  try {
    return (await parseBuffer(bytes, {}, { duration: true, skipCovers: true })).format.duration
  } catch {
    return undefined
  }
}
