import { spawn } from 'node:child_process'
import { open, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaInfo } from '@recado/contracts'
import type { MediaStore } from './media.ts'

/** Minutes of speech take a second or two; what takes longer is broken or made to be slow. */
const limitMs = 20_000
/** An encoder of one stream is small; this keeps a crafted file from taking the machine. */
const maxThreads = 1

/** What a recording may be: containers that hold their own bytes. Playlists and lists of files, which name others, are not among them. */
const containers = 'matroska,webm,ogg,mov,mp4,m4a,3gp,3g2,mj2,wav,mp3,aac,amr,flac'

/** How ffmpeg writes a type. Only kinds that a channel may ask for; more are added here when one does. */
const writers: Readonly<Record<string, readonly string[]>> = {
  'audio/ogg': ['-vn', '-ac', '1', '-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-f', 'ogg'],
  'audio/mpeg': ['-vn', '-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
  'audio/mp4': ['-vn', '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', '-f', 'mp4'],
}

/** Turns stored files into the types that channels take. */
export interface Transcoder {
  /** The file as `mime`, stored beside the one it was made from; undefined when that cannot be done here or not in time. */
  convert(tenantId: string, file: { readonly id: string; readonly name: string | null }, mime: string): Promise<MediaInfo | undefined>
}

/**
 * With the ffmpeg that is installed on the machine. It reads and writes files of its own folder and nothing else:
 * no network, no playlists that name other files, one thread, limited time.
 */
export const ffmpegTranscoder = ({ media, program = 'ffmpeg' }: { media: Pick<MediaStore, 'open' | 'put'>; program?: string }): Transcoder => ({
  async convert(tenantId, file, mime) {
    const writer = writers[mime]
    if (!writer) return undefined
    const folder = await mkdtemp(join(tmpdir(), 'recado-convert-'))
    try {
      const [source, target] = [join(folder, 'source'), join(folder, 'target')]
      await writeFile(source, (await media.open(tenantId, file.id)).stream)
      if (!(await ran(program, ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', source, '-threads', String(maxThreads), '-map', '0:a:0', '-map_metadata', '-1', ...writer, target]))) return undefined
      await using result = await open(target)
      return await media.put(tenantId, result.createReadStream(), { mime, name: `${(file.name ?? 'audio').replace(/\.[^.]*$/, '')}.${mime === 'audio/ogg' ? 'ogg' : mime === 'audio/mpeg' ? 'mp3' : 'm4a'}` })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

function ran(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: limitMs, killSignal: 'SIGKILL', env: { PATH: process.env['PATH'] } })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
