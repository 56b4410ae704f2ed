/** The queues of the demo company. */
export type QueueName = 'Vendas' | 'Suporte' | 'Financeiro'
/** Colleagues of the demo company who answer. */
export type ColleagueName = 'Rafael Lima' | 'Tiago Rocha' | 'Helena Sales'
/** The tags of the demo company. */
export type TagName = 'Atacado' | 'Cliente fiel' | 'Presente' | 'Segunda via' | 'Troca'

/** A conversation of today: what the customer writes, what was done about it, and how the customer goes on. */
export interface Story {
  readonly name: string
  readonly channel: ChannelName
  readonly queue: QueueName
  /** What the customer writes first, a message each. */
  readonly lines: readonly string[]
  /** Caption of a picture that the customer sends after these lines. */
  readonly picture?: string
  readonly tag?: TagName
  readonly priority?: 'high' | 'urgent'
  /** Who has taken the conversation, and what they answered; without it the conversation waits. */
  readonly taken?: { readonly by: ColleagueName; readonly answers: readonly string[]; readonly isResolved?: true }
  /** What the customer writes after each further answer. */
  readonly next: readonly string[]
}

export type ChannelName =
  | 'whatsapp'
  | 'waba'
  | 'wuzapi'
  | 'telegram'
  | 'instagram'
  | 'facebook'
  | 'email'
  | 'webchat'
  | 'sms'
  | 'hub'
