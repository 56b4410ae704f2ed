import * as z from 'zod'
import type { Contact, Message, Ticket } from './entities.ts'
import type { RefusalCode } from './errors.ts'
import type { MessageId, TicketId } from './ids.ts'
import { FormField } from './form-field.ts'
import type { SurveyGrade } from './survey-grades.ts'

/* Blocks of automation that plugins contribute: conditions of a conversation and actions on it. Rules and macros are
   made of blocks; the plugin that combines them names no contributor.
   
   The texts of a block are in the plugin's locales under `automation.conditions.<name>` and
   `automation.actions.<name>`: `title`, `help` if it needs one, and `fields.<field>.label`, `.help`,
   `.options.<option>` as those of its settings. */

/** Causes of an action: a user who requests it now, or an automation that no user requested. */
export const automationRunners = ['user', 'automation'] as const
/** One of {@link automationRunners}. */
export type AutomationRunner = (typeof automationRunners)[number]

/** Subjects of blocks: any conversation, or one with a message that has just arrived. */
export const automationSubjects = ['ticket', 'message'] as const

/** A question about a conversation, as its plugin declares it. */
export interface ConditionSpec<I extends z.ZodObject = z.ZodObject> {
  /** Name of an icon of the kit. */
  readonly icon?: string
  /** Schema of the block's input, as with settings: one form field per property, no secrets. */
  readonly input: I
  /**
   * `message`: the block needs the message that caused the rule, and is offered only where there is one. Default
   * `ticket`.
   */
  readonly about?: (typeof automationSubjects)[number]
}

/** An action on a conversation, as its plugin declares it. */
export interface ActionSpec<I extends z.ZodObject = z.ZodObject> {
  readonly icon?: string
  /** Schema of the action's input, as {@link ConditionSpec.input}. */
  readonly input: I
  /** The allowed causes; both by default. */
  readonly by?: readonly AutomationRunner[]
  /** The action gives the ticket away, puts it off or closes it: later actions might not be allowed any more. */
  readonly ends?: true
  /** A permission, of core or of the plugin, that a user needs to have it done. */
  readonly permission?: string
}

/** A conversation that blocks work on, read by core. In the name of a user as they see it, else whole. */
export interface AutomationSubject {
  readonly ticket: Ticket
  readonly contact: Contact
  /** The message that caused the rule; null if there is none. */
  readonly message: Message | null
  /** The instant at which it is judged, ISO 8601: now, or for a simulation when it happened. */
  readonly at: string
  /** For a simulation: the answer to a survey that is judged, given then or supposed, in place of the latest one. */
  readonly answer?: SurveyGrade
}

/** A block as it was chosen and filled in; `input` is unchecked user input, and is parsed again at each use. */
export const BlockCall = z
  .object({
    plugin: z.string().min(1).max(60),
    name: z.string().min(1).max(60),
    input: z.record(z.string().max(60), z.unknown()),
  })
  .strict()
export type BlockCall = z.infer<typeof BlockCall>

/**
 * A block as it is offered to plugins that combine blocks. Its texts are in `namespace` under `words`; its fields are
 * drawn by `BlockForm` of `@recado/sdk/ui`.
 */
export const AutomationBlock = z.object({
  plugin: z.string(),
  /** The plugin's name for people. */
  pluginTitle: z.record(z.string(), z.string()),
  name: z.string(),
  namespace: z.string(),
  /** `automation.actions.<name>` or `automation.conditions.<name>`. */
  words: z.string(),
  icon: z.string().nullable(),
  fields: z.array(FormField),
  about: z.enum(automationSubjects),
  /** Of an action: it is the last one. False for conditions. */
  ends: z.boolean(),
})
export type AutomationBlock = z.infer<typeof AutomationBlock>

/** Blocks that the company's plugins contribute, by plugin and in their order there. */
export const AutomationOffer = z.object({ conditions: z.array(AutomationBlock), actions: z.array(AutomationBlock) })
export type AutomationOffer = z.infer<typeof AutomationOffer>

/**
 * Subject of a block. `state`, `at` and `answer` are the ticket's state, the time and the answer to a survey for a
 * simulation; without them the current ones.
 */
export interface AutomationAbout {
  readonly ticket: TicketId
  readonly message?: MessageId
  readonly at?: string
  readonly state?: Pick<Ticket, 'status' | 'userId' | 'queueId'>
  readonly answer?: SurveyGrade
}

/**
 * Result of a condition for one conversation: whether it holds, or the reason why it cannot be evaluated: its plugin is
 * off or failed, its input does not fit any more, the conversation is gone.
 */
export type ConditionVerdict = boolean | { readonly error: RefusalCode }

/** Port for plugins that combine blocks; see {@link CorePorts}. */
export interface AutomationPort {
  /**
   * Blocks that are switched on for the company and allowed by its licence. For `user`, in a route of one, only the
   * actions that the user may do.
   */
  offered(by: AutomationRunner): Promise<AutomationOffer>
  /**
   * Checks what a person put together, before it is kept. @throws Refusal ERR_AUTOMATION_BLOCK for a block that is not
   * offered, with its place in `facts.issues`; ERR_VALIDATION with the fields, both below `path` (`body.actions` makes
   * `body.actions.0.input.text`)
   */
  require(
    kind: 'conditions' | 'actions',
    calls: readonly BlockCall[],
    by: AutomationRunner,
    path: string,
  ): Promise<void>
  /**
   * Asks all conditions about all of these (100 at most); a row for each of `about`, in both orders. Never throws for
   * what a condition does.
   */
  test(
    conditions: readonly BlockCall[],
    about: readonly AutomationAbout[],
  ): Promise<ReadonlyArray<readonly ConditionVerdict[]>>
  /**
   * Has an action done with nobody asking: its plugin does it as itself. In a user's route there is
   * `ctx.acting.actions.run`.
   * @throws Refusal ERR_AUTOMATION_BLOCK, ERR_NO_TICKET_FOUND, ERR_VALIDATION for an input that does not fit any more,
   * ERR_PLUGIN_FAILED, and what the action refuses
   */
  act(
    action: BlockCall,
    about: Pick<AutomationAbout, 'ticket' | 'message'>,
    options: { readonly key: string },
  ): Promise<void>
}
