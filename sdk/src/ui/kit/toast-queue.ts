/** Time that a toast stays without pointer or focus, in milliseconds. Errors: S8-185, kept to the letter. */
export const toastMs = { success: 4_000, info: 4_000, error: 500 } as const
/** Look and duration of a toast. */
export type ToastTone = keyof typeof toastMs

/** Options of a toast beside its text. */
export interface ToastOptions {
  /** "Undo" and the like; the toast then stays for `durationMs`, by default eight seconds. */
  action?: { label: string; onClick(): void }
  durationMs?: number
  /** A toast of the same id is replaced instead of stacked. */
  id?: string
  /** Of an error whose code has no words: shown in their place, with the code as its detail. */
  otherwise?: string
}
/** A toast that is on the screen. */
export interface ToastEntry {
  readonly id: string
  readonly tone: ToastTone
  readonly content: unknown
  readonly durationMs: number
  readonly action: ToastOptions['action']
  readonly otherwise: string | undefined
  readonly at: Date
}

const actionMs = 8_000
const shownAtOnce = 3
const keptErrors = 20

let entries: readonly ToastEntry[] = []
let errors: readonly ToastEntry[] = []
let counter = 0
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

function add(tone: ToastTone, content: unknown, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++counter}`
  const entry: ToastEntry = {
    id,
    tone,
    content,
    durationMs: options.durationMs ?? (options.action ? actionMs : toastMs[tone]),
    action: options.action,
    otherwise: options.otherwise,
    at: new Date(),
  }
  entries = [...entries.filter((one) => one.id !== id), entry].slice(-shownAtOnce)
  if (tone === 'error') errors = [entry, ...errors].slice(0, keptErrors)
  changed()
  return id
}

/** Short notices, one queue for shell and plugins. Each call answers the toast's id. */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  info: (text: string, options?: ToastOptions) => add('info', text, options),
  /** Takes what was thrown, an error code, or a sentence; exceptions are never shown in their own words. */
  error: (problem: unknown, options?: ToastOptions) => add('error', problem, options),
  dismiss(id: string): void {
    entries = entries.filter((one) => one.id !== id)
    changed()
  },
}

/**
 * For the parts that draw the queue; `errors` are the last ones shown, newest first, so that nobody has to read fast.
 */
export const toastQueue = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  shown: () => entries,
  errors: () => errors,
  clear(): void {
    entries = errors = []
    changed()
  },
}
