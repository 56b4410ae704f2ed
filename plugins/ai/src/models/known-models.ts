/** What is known of a model. What nobody told of one is found out by asking. */
export interface KnownModel {
  /** As people know it. */
  readonly title: string
  /** Day on which the provider ends it, or did. */
  readonly endsOn?: string
  /** What the provider names in its place. */
  readonly replacedBy?: string
  /** Whether it can ask for functions. */
  readonly functions: boolean
  /** Whether it looks at images. */
  readonly images?: boolean
  /** Tokens that it reads and writes for one question. */
  readonly context?: number
  /** Whether it thinks before it answers: it takes no temperature, and hidden tokens come out of the limit. */
  readonly reasons?: boolean
}

/**
 * Models by the name that their provider gives them. The seed's list, of which OpenAI has ended nearly everything, and
 * what follows it. Sources: OpenAI, Deprecations and Models; Meta, Llama 3.
 */
export const knownModels: Readonly<Record<string, KnownModel>> = {
  'gpt-6-luna': { title: 'GPT-6 Luna', functions: true, reasons: true },
  'gpt-5.6-sol': { title: 'GPT-5.6 Sol', functions: true, reasons: true },
  'gpt-5.6-terra': { title: 'GPT-5.6 Terra', functions: true, reasons: true },
  'gpt-5.6-luna': { title: 'GPT-5.6 Luna', functions: true, reasons: true },
  'o3-mini': {
    title: 'o3-mini',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    context: 200_000,
    reasons: true,
  },
  o1: {
    title: 'o1',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 200_000,
    reasons: true,
  },
  'o1-mini': {
    title: 'o1-mini',
    endsOn: '2025-10-27',
    replacedBy: 'gpt-6-luna',
    functions: false,
    images: false,
    context: 128_000,
    reasons: true,
  },
  'gpt-4-turbo': {
    title: 'GPT-4 Turbo',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 128_000,
  },
  'gpt-4': {
    title: 'GPT-4',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    context: 8_192,
  },
  'gpt-4.1': {
    title: 'GPT-4.1',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 1_047_576,
  },
  'gpt-4o': {
    title: 'GPT-4o',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 128_000,
  },
  'gpt-4o-mini': {
    title: 'GPT-4o mini',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 128_000,
  },
  'gpt-4.5-preview': {
    title: 'GPT-4.5 preview',
    endsOn: '2025-07-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    context: 128_000,
  },
  'gpt-3.5-turbo': {
    title: 'GPT-3.5 Turbo',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    context: 16_385,
  },
  llama3: { title: 'Llama 3', functions: false, images: false, context: 8_192 },
}

/** Whether the last day of a model has come. */
export const hasEnded = (endsOn: string | null | undefined, at: Date): boolean =>
  endsOn != null && Date.parse(endsOn) <= at.getTime()

/** The model to ask for: of one that has ended, the one that takes its place. */
export function askedModel(name: string, at: Date): string {
  const { endsOn, replacedBy } = knownModels[name] ?? {}
  return hasEnded(endsOn, at) && replacedBy !== undefined ? replacedBy : name
}

/** Whether a model can ask for functions; one that nobody knows is taken to. */
export const hasFunctions = (name: string): boolean => knownModels[name]?.functions ?? true

/** Whether a model looks at images; one of which nobody told that is taken to. */
export const seesImages = (name: string): boolean => knownModels[name]?.images ?? true
