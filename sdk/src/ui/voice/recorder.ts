import { fileLimits } from '@recado/contracts'

/** A voice note that was recorded and not sent yet. */
export interface Recording {
  readonly file: File
  readonly seconds: number
}

/**
 * Why there is no recording. `refused`: the browser or its user keeps the microphone; `busy`: another program has it.
 */
export type RecordingFault = 'refused' | 'noMicrophone' | 'busy' | 'unsupported' | 'tooShort' | 'failed'
/** What a {@link Recorder} does now. */
export type RecorderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'recording'; readonly isPaused: boolean }
  | { readonly kind: 'failed'; readonly fault: RecordingFault }

/** Shorter ones are slips of the finger. Seconds. */
export const shortest = 1
/** Speech is clear at this rate. Bits per second. */
const bitRate = 32_000
/** A longer recording would exceed the size limit; with a margin for the container. Seconds. */
export const longest = (): number => Math.floor((fileLimits.each * 8 * 0.9) / bitRate)

/** Types that browsers record, the best first: that of messengers, of Chromium, of Safari. */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const
const extensions: Readonly<Record<string, string>> = { 'audio/ogg': 'ogg', 'audio/webm': 'webm', 'audio/mp4': 'm4a' }

/** The browser's own, apart so that tests can take their place. */
export interface RecordingDevices {
  ask(): Promise<MediaStream>
  record(stream: MediaStream): MediaRecorder
  /** Milliseconds. */
  now(): number
}

/** Those of the browser. */
export const browserDevices: RecordingDevices = {
  ask: () =>
    navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    }),
  record: (stream) => {
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
    return new MediaRecorder(stream, { audioBitsPerSecond: bitRate, ...(mimeType && { mimeType }) })
  },
  now: () => performance.now(),
}

/** Whether this browser records at all; pages without a certificate have no microphone. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

const faults: Readonly<Record<string, RecordingFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** One microphone, from the question for it to the file. */
export class Recorder {
  readonly #devices: RecordingDevices
  readonly #listeners = new Set<() => void>()
  #state: RecorderState = { kind: 'idle' }
  #stream: MediaStream | null = null
  #recorder: MediaRecorder | null = null
  #pieces: Blob[] = []
  /** Of what was recorded before the last pause. Milliseconds. */
  #before = 0
  #since = 0
  /** Counts what was begun: an answer of the browser that comes after it was given up is not used. */
  #attempt = 0

  constructor(devices: RecordingDevices = browserDevices) {
    this.#devices = devices
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state = (): RecorderState => this.#state
  /** The recorded stream; null when there is none. */
  stream = (): MediaStream | null => this.#stream
  /** Length so far. Seconds. */
  seconds = (): number =>
    (this.#before +
      (this.#state.kind === 'recording' && !this.#state.isPaused ? this.#devices.now() - this.#since : 0)) /
    1_000

  async start(): Promise<void> {
    if (this.#state.kind === 'asking' || this.#state.kind === 'recording') return
    const attempt = ++this.#attempt
    this.#set({ kind: 'asking' })
    try {
      const stream = await this.#devices.ask()
      if (attempt !== this.#attempt) return release(stream)
      this.#stream = stream
      this.#pieces = []
      this.#before = 0
      const recorder = this.#devices.record(stream)
      this.#recorder = recorder
      recorder.ondataavailable = ({ data }) => {
        if (data.size > 0) this.#pieces.push(data)
      }
      recorder.onerror = () => this.#fail('failed')
      // In pieces, so that what was said is not lost with what goes wrong later.
      recorder.start(1_000)
      this.#since = this.#devices.now()
      this.#set({ kind: 'recording', isPaused: false })
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(faults[(error as { name?: string }).name ?? ''] ?? 'failed')
    }
  }

  pause(): void {
    if (this.#state.kind !== 'recording' || this.#state.isPaused) return
    this.#before += this.#devices.now() - this.#since
    this.#recorder?.pause()
    this.#set({ kind: 'recording', isPaused: true })
  }

  resume(): void {
    if (this.#state.kind !== 'recording' || !this.#state.isPaused) return
    this.#since = this.#devices.now()
    this.#recorder?.resume()
    this.#set({ kind: 'recording', isPaused: false })
  }

  /**
   * Ends it; `name` is the file's, which lists show. Undefined when nothing was recording, or it was shorter than a
   * second, which the state says then.
   */
  async stop(name: string): Promise<Recording | undefined> {
    const recorder = this.#recorder
    if (this.#state.kind !== 'recording' || !recorder) return undefined
    const seconds = this.seconds()
    const type = recorder.mimeType.split(';', 1)[0]!
    await new Promise<void>((resolve) => {
      recorder.onstop = () => resolve()
      recorder.stop()
    })
    const file = new File(this.#pieces, `${name}.${extensions[type] ?? 'webm'}`, { type })
    this.#end()
    if (seconds < shortest || file.size === 0) {
      this.#set({ kind: 'failed', fault: seconds < shortest ? 'tooShort' : 'failed' })
      return undefined
    }
    this.#set({ kind: 'idle' })
    return { file, seconds }
  }

  /** There is none to be had here. */
  refuse(fault: RecordingFault): void {
    this.#fail(fault)
  }

  /** Clears a fault, or a pending answer. */
  reset(): void {
    this.#attempt++
    this.#end()
    this.#set({ kind: 'idle' })
  }

  #fail(fault: RecordingFault): void {
    this.#end()
    this.#set({ kind: 'failed', fault })
  }

  #end(): void {
    if (this.#stream) release(this.#stream)
    this.#stream = null
    this.#recorder = null
  }

  #set(state: RecorderState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Stopping the tracks switches the browser's recording sign off. */
const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
