import { mint, type InboundEvent } from '@recado/sdk'

const ana = {
  id: 5000000001,
  is_bot: false,
  first_name: 'Ana',
  last_name: 'Silva',
  username: 'ana',
  language_code: 'pt-br',
}
const privately = { id: 5000000001, first_name: 'Ana', last_name: 'Silva', username: 'ana', type: 'private' }
const team = { id: -1001234567890, title: 'Equipe', type: 'supergroup' }
const date = 1_780_000_000
const at = new Date(date * 1_000 + 999)
const sender = { id: mint<never>('5000000001'), isSelf: false, name: 'Ana Silva', username: 'ana' }
const chat = mint<never>('5000000001')
const group = mint<never>('-1001234567890')

/** A message of Ana's in private, with these fields. */
export const said = (fields: object, message_id = 7) => ({ message_id, from: ana, chat: privately, date, ...fields })
const message = (parts: readonly object[], extra: object = {}): InboundEvent => ({
  type: 'message',
  chat,
  id: mint('5000000001:7'),
  sender,
  isGroup: false,
  parts: parts as never,
  at,
  origin: 'live',
  ...extra,
})

const vote = (options: readonly number[]): InboundEvent => ({
  type: 'vote',
  target: { poll: '5099' },
  sender,
  options,
  at: new Date(253_402_300_799_000),
})

/** Updates as Telegram sends them, with the events they mean. */
export const recorded: readonly {
  readonly name: string
  readonly update: Record<string, unknown>
  readonly events: readonly InboundEvent[]
}[] = [
  {
    name: 'a text',
    update: { message: said({ text: 'Oi' }) },
    events: [message([{ kind: 'text', text: 'Oi', format: 'plain' }])],
  },
  {
    name: 'a text with a hidden link',
    update: {
      message: said({
        text: '👋 veja aqui e ali',
        entities: [
          { type: 'bold', offset: 3, length: 4 },
          { type: 'text_link', offset: 8, length: 4, url: 'https://example.com/' },
        ],
      }),
    },
    events: [message([{ kind: 'text', text: '👋 **veja** aqui (https://example.com/) e ali', format: 'markdown' }])],
  },
  {
    name: 'a text in blocks',
    update: {
      message: said({
        rich_message: {
          blocks: [
            { type: 'paragraph', text: ['Quero ', { type: 'bold', text: ['trocar', ' já'] }, '.'] },
            {
              type: 'list',
              items: [
                { label: '1.', blocks: [{ type: 'paragraph', text: { type: 'bold', text: 'o azul' } }] },
                { label: '2.', blocks: [{ type: 'paragraph', text: 'o verde' }] },
              ],
            },
          ],
        },
      }),
    },
    events: [message([{ kind: 'text', text: 'Quero trocar já.\n1. o azul\n2. o verde', format: 'plain' }])],
  },
  {
    name: 'what was filled in on a page of the bot',
    update: { message: said({ web_app_data: { data: '{"tamanho":"M"}', button_text: 'Escolher tamanho' } }) },
    events: [message([{ kind: 'text', text: 'Escolher tamanho\ntamanho: M', format: 'plain' }])],
  },
  {
    name: 'an option that was added to a poll, and a bot that was made: nobody wrote',
    update: { message: said({ poll_option_added: { option_text: 'Domingo' }, managed_bot_created: {} }) },
    events: [],
  },
  {
    name: 'a start with a payload',
    update: { message: said({ text: '/start campanha-1', entities: [{ type: 'bot_command', offset: 0, length: 6 }] }) },
    events: [
      message([{ kind: 'text', text: '/start campanha-1', format: 'plain' }], { referral: { start: 'campanha-1' } }),
    ],
  },
  {
    name: 'a reply',
    update: { message: said({ text: 'sim', reply_to_message: said({ text: 'pode?' }, 3) }) },
    events: [message([{ kind: 'text', text: 'sim', format: 'plain' }], { replyTo: mint('5000000001:3') })],
  },
  {
    name: 'a photo, the largest size of it',
    update: {
      message: said({
        photo: [
          { file_id: 'small', file_unique_id: 'a', width: 90, height: 67, file_size: 900 },
          { file_id: 'large', file_unique_id: 'b', width: 1280, height: 960, file_size: 90_000 },
        ],
        caption: 'olha',
      }),
    },
    events: [
      message([
        { kind: 'remoteMedia', as: 'image', ref: 'large', caption: 'olha', bytes: 90_000, width: 1280, height: 960 },
      ]),
    ],
  },
  {
    name: 'a voice note',
    update: {
      message: said({
        voice: { duration: 4, mime_type: 'audio/ogg', file_id: 'v', file_unique_id: 'u', file_size: 12_345 },
      }),
    },
    events: [message([{ kind: 'remoteMedia', as: 'voice', ref: 'v', mime: 'audio/ogg', bytes: 12_345, seconds: 4 }])],
  },
  {
    name: 'an animation, which is also called a document',
    update: {
      message: said({
        animation: { file_id: 'g', file_unique_id: 'u', duration: 2, width: 10, height: 10, mime_type: 'video/mp4' },
        document: { file_id: 'g', file_unique_id: 'u', mime_type: 'video/mp4' },
      }),
    },
    events: [
      message([{ kind: 'remoteMedia', as: 'video', ref: 'g', mime: 'video/mp4', seconds: 2, width: 10, height: 10 }]),
    ],
  },
  {
    name: 'a document',
    update: {
      message: said({
        document: {
          file_id: 'd',
          file_unique_id: 'u',
          file_name: 'conta.pdf',
          mime_type: 'application/pdf',
          file_size: 10,
        },
      }),
    },
    events: [
      message([
        { kind: 'remoteMedia', as: 'document', ref: 'd', mime: 'application/pdf', name: 'conta.pdf', bytes: 10 },
      ]),
    ],
  },
  {
    name: 'a moving sticker, of which the preview can be shown',
    update: {
      message: said({
        sticker: {
          file_id: 's',
          file_unique_id: 'u',
          is_animated: true,
          is_video: false,
          emoji: '😀',
          width: 512,
          height: 512,
          thumbnail: { file_id: 't', file_unique_id: 'w', width: 128, height: 128 },
        },
      }),
    },
    events: [message([{ kind: 'remoteMedia', as: 'sticker', ref: 't', width: 128, height: 128 }])],
  },
  {
    name: 'a venue, which is also called a location',
    update: {
      message: said({
        venue: { location: { latitude: -23.5, longitude: -46.6 }, title: 'Loja', address: 'Rua A' },
        location: { latitude: -23.5, longitude: -46.6 },
      }),
    },
    events: [message([{ kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja', address: 'Rua A' }])],
  },
  {
    name: 'a phone number of one’s own',
    update: { message: said({ contact: { phone_number: '5511987654321', first_name: 'Ana', user_id: 5000000001 } }) },
    events: [
      message([{ kind: 'contacts', contacts: [{ name: 'Ana', phones: ['+5511987654321'] }] }], {
        sender: { ...sender, phone: '+5511987654321' },
      }),
    ],
  },
  {
    name: 'a phone number of somebody else',
    update: { message: said({ contact: { phone_number: '+5511900000000', first_name: 'Bia', user_id: 9 } }) },
    events: [message([{ kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+5511900000000'] }] }])],
  },
  {
    name: 'somebody of a company, with the card',
    update: {
      message: said({
        contact: {
          phone_number: '+5511900000000',
          first_name: 'Bia',
          vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nORG:Papel & Cia\nEMAIL;TYPE=work:bia@papel.test\nEND:VCARD',
        },
      }),
    },
    events: [
      message([
        {
          kind: 'contacts',
          contacts: [
            { name: 'Bia', phones: ['+5511900000000'], emails: ['bia@papel.test'], organisation: 'Papel & Cia' },
          ],
        },
      ]),
    ],
  },
  {
    name: 'a poll, with what can be chosen',
    update: { message: said({ poll: { id: '1', question: 'Qual?', options: [{ text: 'Sol' }, 7, { text: 'Lua' }] } }) },
    events: [message([{ kind: 'poll', question: 'Qual?', options: ['Sol', 'Lua'], several: false }])],
  },
  {
    name: 'a vote in a poll of the bot, which is named alone',
    update: { poll_answer: { poll_id: '5099', user: ana, option_ids: [1, 2], option_persistent_ids: ['b', 'c'] } },
    events: [vote([1, 2])],
  },
  {
    name: 'a vote that is withdrawn',
    update: { poll_answer: { poll_id: '5099', user: ana, option_ids: [] } },
    events: [vote([])],
  },
  {
    name: 'a poll of the bot that somebody has stopped, with what it ended with',
    update: {
      poll: {
        id: '5099',
        question: 'Qual?',
        options: [
          { text: 'Sol', voter_count: 1 },
          { text: 'Lua', voter_count: 0 },
        ],
        total_voter_count: 1,
        is_closed: true,
      },
    },
    events: [
      {
        type: 'pollStopped',
        target: { poll: '5099' },
        result: { counts: [1, 0], voters: 1 },
        at: new Date(253_402_300_799_000),
      },
    ],
  },
  {
    name: 'how an anonymous poll stands: nobody is named',
    update: {
      poll: { id: '5099', question: 'Qual?', options: [{ text: 'Sol', voter_count: 1 }], total_voter_count: 1 },
    },
    events: [],
  },
  {
    name: 'a list of things to do, some of them done',
    update: {
      message: said({
        checklist: {
          title: 'Mudança',
          tasks: [
            { id: 1, text: 'Caixas' },
            { id: 2, text: 'Fita', completed_by_user: ana, completion_date: date },
          ],
        },
      }),
    },
    events: [message([{ kind: 'text', text: 'Mudança\n☐ Caixas\n☑ Fita', format: 'plain' }])],
  },
  {
    name: 'a game and an invoice, by their words',
    update: { message: said({ invoice: { title: 'Pedido 7', description: 'Papel A4', currency: 'BRL' } }) },
    events: [message([{ kind: 'text', text: 'Pedido 7\nPapel A4', format: 'plain' }])],
  },
  {
    name: 'a gift with words of its sender',
    update: { message: said({ gift: { gift: { id: '1' }, text: 'Obrigada!' } }) },
    events: [message([{ kind: 'text', text: 'Obrigada!', format: 'plain' }])],
  },
  { name: 'a gift without words', update: { message: said({ gift: { gift: { id: '1' } } }) }, events: [] },
  { name: 'a chat that joined a community', update: { message: said({ community_chat_added: {} }) }, events: [] },
  { name: 'somebody from a community', update: { message: said({ community_chat_joined: {} }) }, events: [] },
  { name: 'data of a passport', update: { message: said({ passport_data: { data: [] } }) }, events: [] },
  {
    name: 'a reply to some words of a message',
    update: {
      message: said({
        text: 'esse',
        reply_to_message: { message_id: 3 },
        quote: { text: 'o verde', position: 14, is_manual: true },
      }),
    },
    events: [
      message([{ kind: 'text', text: 'esse', format: 'plain' }], { replyTo: mint('5000000001:3'), quote: 'o verde' }),
    ],
  },
  {
    name: 'a reply to words of another chat',
    update: {
      message: said({
        text: 'vi isto',
        external_reply: { origin: { type: 'channel' }, message_id: 90 },
        quote: { text: 'promoção até sexta', position: 0 },
      }),
    },
    events: [message([{ kind: 'text', text: 'vi isto', format: 'plain' }], { quote: 'promoção até sexta' })],
  },
  {
    name: 'a quote without words',
    update: { message: said({ text: 'oi', quote: { text: ' ', position: 0 } }) },
    events: [message([{ kind: 'text', text: 'oi', format: 'plain' }])],
  },
  {
    name: 'a message that was passed on, of somebody who hides',
    update: {
      message: said({ text: 'veja', forward_origin: { type: 'hidden_user', sender_user_name: 'Rui', date: 1 } }),
    },
    events: [message([{ kind: 'text', text: 'veja', format: 'plain' }], { forwarded: 'once' })],
  },
  {
    name: 'words said where the bot is only a guest',
    update: { guest_message: said({ text: '@bot ajuda', guest_query_id: '77' }) },
    events: [],
  },
  {
    name: 'a message of a chat that has the id of this one and is another',
    update: { message: said({ text: '@bot ajuda', guest_query_id: '77' }) },
    events: [],
  },
  {
    name: 'an ephemeral message, which has no number of its own',
    update: { message: said({ text: 'só para você', ephemeral_message_id: 4 }, 0) },
    events: [
      message([{ kind: 'text', text: 'só para você', format: 'plain' }], {
        id: mint(`5000000001:ephemeral:4:${date}`),
      }),
    ],
  },
  {
    name: 'a kind that does not exist yet',
    update: { message: said({ hologram: { depth: 3 }, caption: 'uau' }) },
    events: [
      message([
        { kind: 'unsupported', note: '' },
        { kind: 'text', text: 'uau', format: 'plain' },
      ]),
    ],
  },
  {
    name: 'a message in a group',
    update: { message: { ...said({ text: 'bom dia' }), chat: team } },
    events: [
      message([{ kind: 'text', text: 'bom dia', format: 'plain' }], {
        chat: group,
        id: mint('-1001234567890:7'),
        isGroup: true,
        chatTitle: 'Equipe',
      }),
    ],
  },
  {
    name: 'a message in a topic, which answers nobody',
    update: {
      message: {
        ...said({
          text: 'bom dia',
          message_thread_id: 5,
          is_topic_message: true,
          reply_to_message: { message_id: 5, chat: team, date, forum_topic_created: { name: 'Geral' } },
        }),
        chat: team,
      },
    },
    events: [
      message([{ kind: 'text', text: 'bom dia', format: 'plain' }], {
        chat: group,
        id: mint('-1001234567890:7'),
        isGroup: true,
        chatTitle: 'Equipe',
      }),
    ],
  },
  {
    name: 'a task that was done, which nobody said',
    update: { message: said({ checklist_tasks_done: { marked_as_done_task_ids: [1] } }) },
    events: [],
  },
  {
    name: 'a photo with sizes in any order, one of them odd',
    update: {
      message: said({
        photo: [
          { file_id: 'large', width: 1280, height: 960 },
          { width: 9 },
          { file_id: 'small', width: 90, height: 67 },
        ],
      }),
    },
    events: [message([{ kind: 'remoteMedia', as: 'image', ref: 'large', width: 1280, height: 960 }])],
  },
  {
    name: 'somebody joining a group, which nobody said',
    update: { message: { ...said({ new_chat_members: [ana], new_chat_participant: ana }), chat: team } },
    events: [],
  },
  {
    name: 'a group that became a supergroup',
    update: {
      message: { ...said({ migrate_to_chat_id: -1001234567890 }), chat: { id: -77, title: 'Equipe', type: 'group' } },
    },
    events: [{ type: 'chatMoved', from: mint('-77'), to: group, at }],
  },
  {
    name: 'an edited text',
    update: { edited_message: said({ text: 'Olá', edit_date: date + 60 }) },
    events: [
      {
        type: 'edit',
        chat,
        target: mint('5000000001:7'),
        parts: [{ kind: 'text', text: 'Olá', format: 'plain' }],
        at: new Date((date + 60) * 1_000 + 999),
      },
    ],
  },
  {
    name: 'a reaction',
    update: {
      message_reaction: {
        chat: privately,
        message_id: 3,
        user: ana,
        date,
        old_reaction: [],
        new_reaction: [{ type: 'emoji', emoji: '👍' }],
      },
    },
    events: [{ type: 'reaction', chat, target: mint('5000000001:3'), sender, emoji: '👍', at }],
  },
  {
    name: 'a reaction of a kind that does not exist yet',
    update: {
      message_reaction: {
        chat: privately,
        message_id: 3,
        user: ana,
        date,
        old_reaction: [],
        new_reaction: [{ type: 'sound' }],
      },
    },
    events: [{ type: 'reaction', chat, target: mint('5000000001:3'), sender, emoji: '✨', at }],
  },
  {
    name: 'a reaction taken back',
    update: {
      message_reaction: {
        chat: privately,
        message_id: 3,
        user: ana,
        date,
        old_reaction: [{ type: 'emoji', emoji: '👍' }],
        new_reaction: [],
      },
    },
    events: [{ type: 'reaction', chat, target: mint('5000000001:3'), sender, emoji: null, at }],
  },
  {
    name: 'a pressed button',
    update: {
      callback_query: {
        id: '99',
        from: ana,
        message: said(
          {
            text: 'Escolha',
            reply_markup: {
              inline_keyboard: [[{ text: 'Vendas', callback_data: 'v' }], [{ text: 'Suporte', callback_data: 's' }]],
            },
          },
          3,
        ),
        chat_instance: '1',
        data: 's',
      },
    },
    events: [
      message([{ kind: 'interactiveReply', id: 's', label: 'Suporte' }], {
        id: mint('5000000001:press:99'),
        replyTo: mint('5000000001:3'),
        at: new Date(253_402_300_799_000),
      }),
    ],
  },
  {
    name: 'the bot being blocked',
    update: {
      my_chat_member: {
        chat: privately,
        from: ana,
        date,
        old_chat_member: { status: 'member' },
        new_chat_member: { status: 'kicked' },
      },
    },
    events: [],
  },
  {
    name: 'a post in a channel',
    update: { channel_post: { message_id: 1, chat: { id: -100, type: 'channel', title: 'N' }, date, text: 'x' } },
    events: [],
  },
]
