import type { ModelCall, ModelTool, ModelTurn } from '@recado/sdk'

export interface ModelQuestion {
  readonly model: string
  readonly turns: readonly ModelTurn[]
  /** Belongs to the last turn of the user. */
  readonly image?: SeenImage
  readonly tools?: readonly ModelTool[]
  /** JSON schema that the answer's text follows. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly maxTokens: number
  /** From 0 to 2. */
  readonly temperature?: number
}

export interface ModelAnswer {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly model: string
  /** It ended at `maxTokens`. */
  readonly cut: boolean
  readonly tokens: { readonly input: number; readonly output: number }
}

/** An image that a model looks at. */
export interface SeenImage {
  readonly mime: string
  readonly base64: string
}

export interface SpokenFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name: string
  readonly mime: string
}

/** What was spoken. `language`: tag of BCP 47, null if it is not known. */
export interface Heard {
  readonly text: string
  readonly language: string | null
  /** Where it is another than the one that was asked for. */
  readonly model?: string
  /** Where the provider counts them. */
  readonly tokens?: ModelAnswer['tokens'] | undefined
}

export interface Embedded {
  /** One for each text, in their order, all of one length. */
  readonly vectors: readonly (readonly number[])[]
  /** Where it is another than the one that was asked for. */
  readonly model?: string
  readonly tokens: ModelAnswer['tokens']
}

/** How long an answer is waited for. */
export interface Patience {
  /** Milliseconds of one attempt. */
  readonly limitMs: number
  /** Attempts after the first. */
  readonly retries: number
}

/** Speaks with models of one provider. Everything throws a {@link ModelFailure} where there is no answer. */
export interface Provider {
  /** Host that is asked, for the log. */
  readonly host: string
  complete(question: ModelQuestion): Promise<ModelAnswer>
  /** Pieces of text as they come; returns the whole. */
  stream(question: ModelQuestion): AsyncGenerator<string, ModelAnswer>
  /** Models that the key can use; `endsOn` is the day that the provider names as their last. */
  list(): Promise<readonly { readonly id: string; readonly endsOn?: string }[]>
  transcribe(file: SpokenFile, model: string): Promise<Heard>
  /** Vectors of texts: of what is searched, or of what somebody searches for. */
  embed(texts: readonly string[], model: string, patience: Patience, purpose: 'passage' | 'question'): Promise<Embedded>
}

/** What a provider is reached by. */
export interface ProviderAccess {
  readonly url: string | undefined
  readonly apiKey: string | undefined
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** Ends an answer that nobody reads any further: its provider is left. */
export const closeAnswer = async (pieces: AsyncGenerator<string, ModelAnswer>): Promise<void> => {
  // Whoever closes a generator gets no answer of it.
  await pieces.return(undefined as never)
}
