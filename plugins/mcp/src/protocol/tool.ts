import type { SessionContext } from '@recado/sdk'
import type * as z from 'zod'

/** What a tool works with. */
export type ToolContext = Pick<SessionContext, 'core' | 'acting' | 'viewer' | 'log'>

/** A tool that a program can call. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Permissions of core and of the plugin; who lacks one does not see the tool. */
  readonly needs: readonly string[]
  readonly input: Input
  readonly output: Output
  /** `safe` to repeat: with the same input again nothing more happens. Reading always is. */
  readonly effect:
    | 'reads'
    | { readonly destroys: boolean; readonly safe: boolean; readonly reaches: 'team' | 'contact' }
  /** Its answer holds what contacts wrote or are called. */
  readonly quotes?: true
  /** Whether the company has it at all; true when absent. */
  isOffered?(ctx: ToolContext): Promise<boolean>
  /** @throws Refusal, which the program is told, ToolRefusal for words of its own */
  run(input: z.output<Input>, ctx: ToolContext): Promise<z.input<Output>>
}

/** Keeps the types of a tool's input and output while it is written. */
export const defineTool = <const I extends z.ZodObject, const O extends z.ZodObject>(tool: Tool<I, O>): Tool =>
  tool as unknown as Tool

/** A refusal in words that are for the model. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
}
