import * as z from 'zod'
import { errorCatalogue, Refusal, type ErrorCode, type ErrorFacts } from './errors.ts'

/** Facts that may accompany a code of a plugin. */
export const errorFactNames = [
  'ticketId',
  'retryAfterSeconds',
  'issues',
  'detail',
  'limit',
] as const satisfies readonly (keyof ErrorFacts)[]
/** Names of the facts that a refusal may carry beside its code, such as `limit`: those of {@link ErrorFacts}. */
export type ErrorFactName = (typeof errorFactNames)[number]

/**
 * A refusal code of a plugin. Its sentence is in the plugin's locales under `errors.<CODE>`, advice under
 * `errors.<CODE>_detail`.
 */
export interface ErrorSpec {
  /** Between 400 and 599; not 401, which ends a session, and not 500, which is a fault. */
  readonly status: number
  /** When it is answered: one English sentence, for the reference and the OpenAPI document. */
  readonly when: string
  /** Facts that accompany it and may be filled into its sentence. */
  readonly facts?: readonly ErrorFactName[]
}
/** The codes of a plugin: none of core's, and none of another plugin's. */
export type PluginErrors = Readonly<Record<`ERR_${string}`, ErrorSpec>>

/** Shape by which the host checks {@link PluginErrors}. */
export const PluginErrorsShape = z.record(
  z
    .string()
    .max(80)
    .regex(/^ERR_[A-Z0-9_]+$/, 'must be a code like ERR_ORDER_CLOSED')
    .refine((code) => !Object.hasOwn(errorCatalogue, code), 'belongs to core'),
  z.strictObject({
    status: z
      .int()
      .min(400)
      .max(599)
      .refine((status) => status !== 401 && status !== 500, 'must not be 401 or 500'),
    when: z.string().min(1),
    facts: z.array(z.enum(errorFactNames)).optional(),
  }),
)

/** A refusal with a code that a plugin declares. Made by {@link refusalsOf}. */
export class PluginRefusal extends Refusal {
  readonly #status: number
  constructor(code: `ERR_${string}`, status: number, facts?: ErrorFacts, options?: { cause?: unknown }) {
    // The type of the constructor requires a code of core; codes of plugins pass through `refusalsOf`.
    super(code as ErrorCode, facts, options)
    this.#status = status
  }
  override get status(): number {
    return this.#status
  }
}

type DeclaredFact<Spec> = Spec extends { readonly facts: readonly (infer Name extends ErrorFactName)[] } ? Name : never
type Taken<Name extends ErrorFactName> = Pick<ErrorFacts, Name> & { [Other in Exclude<keyof ErrorFacts, Name>]?: never }
type FactsOf<Errors, Code> = Code extends keyof Errors ? Taken<DeclaredFact<Errors[Code]>> : ErrorFacts

/**
 * Makes refusals in the code of a plugin, with the codes that it declares and with core's: `const refusal =
 * refusalsOf(errors)`, then `throw refusal('ERR_MACRO_RUNNING')`. A code that is neither becomes ERR_PLUGIN_FAILED.
 */
export const refusalsOf =
  <const Errors extends PluginErrors>(errors: Errors) =>
  <Code extends ErrorCode | (keyof Errors & `ERR_${string}`)>(
    code: Code,
    facts?: FactsOf<Errors, Code>,
    options?: { cause?: unknown },
  ): Refusal => {
    const own = declaredError(code, errors)
    return own
      ? new PluginRefusal(code as `ERR_${string}`, own.status, facts, options)
      : new Refusal(code as ErrorCode, facts, options)
  }

/** The plugin's declaration of a code; undefined for a code that is not its own. */
export const declaredError = (code: string, errors: PluginErrors): ErrorSpec | undefined =>
  Object.hasOwn(errors, code) ? errors[code as keyof PluginErrors] : undefined

/** Whether a code is core's. */
export const isCoreError = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/**
 * The refusal that a plugin's becomes outside of it: core's codes as they are, its own with the status that it
 * declares; undefined for a code that is neither.
 */
export function answeredRefusal(refusal: Refusal, errors: PluginErrors): Refusal | undefined {
  if (isCoreError(refusal.code)) return refusal
  const own = declaredError(refusal.code, errors)
  return own && new PluginRefusal(refusal.code as `ERR_${string}`, own.status, refusal.facts, { cause: refusal.cause })
}
