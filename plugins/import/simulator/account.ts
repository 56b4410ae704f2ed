/** One account of a simulated Chatwoot, as its API tells of it; times in seconds. */
export interface SimulatedContact {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly phone_number: string | null
  readonly created_at: number
}
export interface SimulatedMessage {
  readonly id: number
  readonly content: string | null
  readonly message_type: 0 | 1 | 2 | 3
  readonly private: boolean
  readonly created_at: number
  readonly content_attributes: { readonly deleted?: boolean; readonly in_reply_to?: number }
  readonly sender?: { readonly id: number; readonly type: 'user' | 'contact' }
  /** Addresses below that of the simulator. */
  readonly attachments?: ReadonlyArray<{ readonly file_type: string; readonly data_url: string }>
}
export interface SimulatedConversation {
  readonly id: number
  readonly inbox_id: number
  readonly status: 'open' | 'resolved' | 'pending' | 'snoozed'
  readonly labels: readonly string[]
  readonly created_at: number
  readonly last_activity_at: number
  readonly contact: SimulatedContact
  readonly assignee: number | null
  readonly team: number | null
  readonly messages: SimulatedMessage[]
}
export interface SimulatedAccount {
  readonly inboxes: ReadonlyArray<{ readonly id: number; readonly name: string; readonly channel_type: string }>
  readonly agents: ReadonlyArray<{ readonly id: number; readonly name: string; readonly email: string }>
  readonly labels: ReadonlyArray<{ readonly id: number; readonly title: string }>
  readonly teams: ReadonlyArray<{ readonly id: number; readonly name: string; readonly members: readonly number[] }>
  readonly cannedResponses: { readonly id: number; readonly short_code: string; content: string }[]
  readonly contacts: SimulatedContact[]
  readonly conversations: SimulatedConversation[]
}

const people = 40
const firstDay = Date.UTC(2024, 2, 1, 12) / 1_000
const hour = 3_600
/** More than one answer holds. */
const longConversation = 130

/** An account with forty people and a visitor, of whom each has a conversation; that of the first is long. */
export function sampleAccount(agentEmail: string): SimulatedAccount {
  const contacts = Array.from({ length: people }, (_, at): SimulatedContact => ({
    id: at + 1,
    name: `Cliente ${at + 1}`,
    email: at % 2 === 0 ? `cliente${at + 1}@antes.example` : null,
    phone_number: `+55119876${String(50_000 + at)}`,
    created_at: firstDay + at * hour,
  }))
  const visitor = { id: 900, name: 'quiet-river-7', email: null, phone_number: null, created_at: firstDay }
  let messageId = 0
  const conversations = [...contacts, visitor].map((contact, at): SimulatedConversation => {
    const began = firstDay + at * hour
    const count = at === 0 ? longConversation : 3
    const first = messageId + 1
    const messages = Array.from({ length: count }, (_, place): SimulatedMessage => ({
      id: ++messageId,
      content: `Mensagem ${place + 1} de ${contact.name}`,
      message_type: place % 2 === 0 ? 0 : 1,
      private: false,
      created_at: began + place * 60,
      content_attributes: place === 2 ? { in_reply_to: first } : {},
      sender: place % 2 === 0 ? { id: contact.id, type: 'contact' } : { id: 7, type: 'user' },
    }))
    if (at === 1)
      messages.push(
        {
          id: ++messageId,
          content: 'só entre nós',
          message_type: 1,
          private: true,
          created_at: began + 300,
          content_attributes: {},
          sender: { id: 7, type: 'user' },
        },
        {
          id: ++messageId,
          content: 'Conversa resolvida',
          message_type: 2,
          private: false,
          created_at: began + 310,
          content_attributes: {},
        },
        {
          id: ++messageId,
          content: null,
          message_type: 0,
          private: false,
          created_at: began + 320,
          content_attributes: {},
          sender: { id: contact.id, type: 'contact' },
          attachments: [
            { file_type: 'image', data_url: '/rails/active_storage/blobs/redirect/1/foto%20da%20loja.png' },
          ],
        },
        {
          id: ++messageId,
          content: 'apagada',
          message_type: 1,
          private: false,
          created_at: began + 330,
          content_attributes: { deleted: true },
          sender: { id: 7, type: 'user' },
        },
      )
    return {
      id: at + 1,
      inbox_id: at % 4 === 3 ? 2 : 1,
      status: at % 10 === 0 ? 'open' : 'resolved',
      labels: at % 2 === 0 ? ['vip'] : [],
      created_at: began,
      last_activity_at: began + count * 60,
      contact,
      assignee: at % 2 === 0 ? 7 : null,
      team: at % 3 === 0 ? 5 : null,
      messages,
    }
  })
  return {
    inboxes: [
      { id: 1, name: 'WhatsApp', channel_type: 'Channel::Whatsapp' },
      { id: 2, name: 'Site', channel_type: 'Channel::WebWidget' },
    ],
    agents: [
      { id: 7, name: 'Ana de antes', email: agentEmail },
      { id: 8, name: 'Caio de antes', email: 'caio@antes.example' },
    ],
    labels: [{ id: 1, title: 'vip' }],
    teams: [{ id: 5, name: 'equipe de vendas', members: [7, 8] }],
    cannedResponses: [
      { id: 1, short_code: 'bom dia', content: 'Bom dia, {{ contact.first_name }}! Aqui é {{agent.name}}.' },
      { id: 2, short_code: 'pix', content: 'A chave é pix@loja.example, {{contact.custom_attribute.nome}}.' },
    ],
    contacts,
    conversations,
  }
}
