import type {
  ActionCode,
  ActionSpec,
  ConditionCode,
  ConditionSpec,
  ResponderCode,
  ResponderSpec,
  SettingsForm,
} from '@recado/contracts'

/** A plugin's block of one name: its declaration, its form, and its code. */
export interface Block<Spec, Code> {
  readonly name: string
  readonly spec: Spec
  readonly form: SettingsForm
  readonly code: Code
}
export type Condition = Block<ConditionSpec, ConditionCode>
export type Action = Block<ActionSpec, ActionCode>
export type Responder = Block<ResponderSpec, ResponderCode>

/** Blocks of a plugin, in its order. */
export interface PluginBlocks {
  readonly conditions: ReadonlyMap<string, Condition>
  readonly actions: ReadonlyMap<string, Action>
  readonly responders: ReadonlyMap<string, Responder>
}
