import type * as z from 'zod'
import type { PluginContext } from './plugin-context.ts'
import type { ServiceKind, ServiceKinds, ServiceMethodName, ServiceMethodOf } from './services.ts'

/** A call of a service: who calls, and how it is told pieces. */
export interface ServiceCall {
  /** Id of the plugin at whose work it is called; null where core calls. */
  readonly caller: string | null
  /**
   * Gives the caller a piece of the answer, in methods with `pieces`; resolves when the caller is ready for the next
   * one. Throws where the call is over: it took too long, said too much, or the caller went away.
   */
  readonly tell: (piece: string) => Promise<void>
}

/** Code of a kind, by method. A Refusal is passed on to the caller. */
export type ServiceCode<K extends ServiceKind, C extends PluginContext = PluginContext> = {
  readonly [M in keyof ServiceKinds[K] & string]: `${K}.${M}` extends ServiceMethodName
    ? (
        input: z.output<ServiceMethodOf<`${K}.${M}` & ServiceMethodName>['input']>,
        ctx: C,
        call: ServiceCall,
      ) => Promise<z.input<ServiceMethodOf<`${K}.${M}` & ServiceMethodName>['output']>>
    : never
}
