import { spawn } from 'node:child_process'
import { open, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waveformLength, type MediaInfo } from '@recado/contracts'
import { FairPlaces } from '../isolation/fair-places.ts'
import { Loudness, samplesPerSecond } from './loudness.ts'
import type { MediaStore } from './media.ts'

/** Minutes of speech take a second or two; a longer conversion is broken or an attack. */
const limitMs = 20_000
/** An encoder of one stream is small; this keeps a crafted file from taking the machine. */
const maxThreads = 1

/**
 * Allowed containers of a recording: those that hold their own bytes. Playlists and lists of files, which name others,
 * are not among them.
 */
const containers = 'matroska,webm,ogg,mov,mp4,m4a,3gp,3g2,mj2,wav,mp3,aac,amr,flac'

/** Arguments of ffmpeg by type. Only kinds that a channel may request; more are added here when one does. */
const writers: Readonly<Record<string, readonly string[]>> = {
  'audio/ogg': ['-vn', '-ac', '1', '-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-f', 'ogg'],
  'audio/mpeg': ['-vn', '-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
  'audio/mp4': ['-vn', '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', '-f', 'mp4'],
}

const endings: Readonly<Record<string, string>> = { 'audio/ogg': 'ogg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' }
/** Voice notes of one company wait for one another, and not for those of all. */
const placeLimits = { atOnce: 3, each: 2, waitingAtMost: 100, waitingEach: 30 } as const

type Convertible = Parameters<Transcoder['convert']>[1]
interface TranscoderDeps {
  readonly media: Pick<MediaStore, 'open' | 'put'>
  readonly program?: string
  readonly places?: FairPlaces
}

/** Turns stored files into the types that channels take. */
export interface Transcoder {
  /**
   * The file as `mime`, stored beside the one it was made from; undefined when that cannot be done here or not in time.
   * @throws Refusal ERR_TOO_MANY_REQUESTS where too many wait
   */
  convert(
    tenantId: string,
    file: { readonly id: string; readonly name: string | null },
    mime: string,
  ): Promise<MediaInfo | undefined>
  /**
   * How long and how loud a recording is; undefined when that cannot be told here or not in time.
   * @throws Refusal ERR_TOO_MANY_REQUESTS where too many wait
   */
  listen(tenantId: string, file: { readonly id: string }): Promise<Sound | undefined>
}

/** `waveform` as a part of a message tells it. */
export interface Sound {
  readonly seconds: number
  readonly waveform: number[]
}

/**
 * With the ffmpeg that is installed on the machine. It reads and writes files of its own folder and nothing else:
 * no network, no playlists that name other files, one thread, limited time. A few at once on a node, shared fairly
 * between companies.
 */
export function ffmpegTranscoder(deps: TranscoderDeps): Transcoder {
  const { media, program = 'ffmpeg', places = new FairPlaces(placeLimits) } = deps
  return {
    async convert(tenantId, file, mime) {
      const writer = writers[mime]
      return writer && places.run(tenantId, () => convert({ media, program }, tenantId, file, { mime, writer }))
    },
    listen: (tenantId, file) => places.run(tenantId, () => listen({ media, program }, tenantId, file)),
  }
}

type Converting = Required<Omit<TranscoderDeps, 'places'>>
interface Target {
  readonly mime: string
  readonly writer: readonly string[]
}

async function convert(
  deps: Converting,
  tenantId: string,
  file: Convertible,
  to: Target,
): Promise<MediaInfo | undefined> {
  const { media, program } = deps
  return inFolder(async (folder) => {
    const [source, target] = [join(folder, 'source'), join(folder, 'target')]
    await writeFile(source, (await media.open(tenantId, file.id)).stream)
    if (!(await ran(program, [...reading(source), ...to.writer, target]))) return undefined
    await using result = await open(target)
    const name = `${(file.name ?? 'audio').replace(/\.[^.]*$/, '')}.${endings[to.mime]}`
    return await media.put(tenantId, result.createReadStream(), { mime: to.mime, name })
  })
}

async function listen(
  { media, program }: Converting,
  tenantId: string,
  file: { readonly id: string },
): Promise<Sound | undefined> {
  return inFolder(async (folder) => {
    const source = join(folder, 'source')
    await writeFile(source, (await media.open(tenantId, file.id)).stream)
    const loudness = new Loudness()
    const samples = ['-vn', '-ac', '1', '-ar', String(samplesPerSecond), '-f', 's16le', 'pipe:1']
    if (!(await ran(program, [...reading(source), ...samples], (chunk) => loudness.write(chunk)))) return undefined
    const waveform = loudness.waveform(waveformLength)
    return waveform.length === 0 ? undefined : { seconds: loudness.seconds, waveform }
  })
}

/** A folder of its own, which is gone afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-convert-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What ffmpeg is told in every case: to read the first sound of this file, and nothing else. */
const reading = (source: string): string[] => [
  ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', source],
  ...['-threads', String(maxThreads), '-map', '0:a:0', '-map_metadata', '-1'],
]

function ran(program: string, args: readonly string[], hear?: (chunk: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', hear ? 'pipe' : 'ignore', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      env: { PATH: process.env['PATH'] },
    })
    if (hear) child.stdout?.on('data', hear)
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
