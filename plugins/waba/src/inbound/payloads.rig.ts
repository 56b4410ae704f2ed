import { mint, type InboundEvent } from '@recado/sdk'

export const numberId = '106540352242922'
export const accountId = '102290129340398'
const phone = '5511987654321'
const bsuid = 'BR.13491208655302741918'
const seconds = 1_780_000_000
export const at = new Date(seconds * 1_000 + 999)

const metadata = { display_phone_number: '551140000000', phone_number_id: numberId }
const profile = {
  profile: { name: 'Ana Silva', username: 'ana.silva' },
  wa_id: phone,
  user_id: bsuid,
  parent_user_id: 'BR.ENT.118157',
}
const base = {
  from: phone,
  from_user_id: bsuid,
  from_parent_user_id: 'BR.ENT.118157',
  id: 'wamid.1',
  timestamp: String(seconds),
}

/** A webhook's body with these changes of one account. */
export const bodyOf = (...changes: readonly { field: string; value: object }[]): object => ({
  object: 'whatsapp_business_account',
  entry: [{ id: accountId, changes }],
})
const valueOf = (value: object, field = 'messages') => ({
  field,
  value: { messaging_product: 'whatsapp', metadata, ...value },
})
/** A message of Ana's. */
export const said = (message: object) => valueOf({ contacts: [profile], messages: [{ ...base, ...message }] })

const sender = {
  id: mint<never>(bsuid),
  isSelf: false,
  verified: true,
  name: 'Ana Silva',
  username: 'ana.silva',
  phone: `+${phone}`,
  aliases: [mint<never>(phone), mint<never>('BR.ENT.118157')],
}
const chat = mint<never>(phone)
const message = (parts: readonly object[], extra: object = {}): InboundEvent => ({
  type: 'message',
  chat,
  sender,
  isGroup: false,
  origin: 'live',
  id: mint('wamid.1'),
  parts: parts as never,
  at,
  ...extra,
})
const text = (words: string) => ({ kind: 'text', text: words, format: 'markdown' })
const status = (fields: object) =>
  valueOf({
    statuses: [
      { id: 'wamid.out', timestamp: String(seconds), recipient_id: phone, recipient_user_id: bsuid, ...fields },
    ],
  })
const receipt = (state: string, extra: object = {}): InboundEvent => ({
  type: 'receipt',
  target: mint('wamid.out'),
  state: state as never,
  at,
  ...extra,
})
const key = '01a2003a-9b6b-764d-a03e-5e94c4992f9f'
const about = { businessAccountId: accountId }
const notice = (event: string, noticeKey: string, data: object): InboundEvent => ({
  type: 'notice',
  event: event as never,
  key: noticeKey,
  data: { ...about, ...data },
  at: null,
})
const system = (fields: object, extra: object = { from: phone }) =>
  valueOf({ messages: [{ id: 'wamid.1', timestamp: String(seconds), type: 'system', ...extra, system: fields }] })
const moved = (from: string, to: string): InboundEvent => ({ type: 'chatMoved', from: mint(from), to: mint(to), at })

/** Changes as Meta sends them, with the events they mean. */
export const recorded: readonly {
  readonly name: string
  readonly changes: readonly { field: string; value: object }[]
  readonly events: readonly InboundEvent[]
}[] = [
  { name: 'a text', changes: [said({ type: 'text', text: { body: 'Oi' } })], events: [message([text('Oi')])] },
  {
    name: 'a text of a provider that knows no user ids',
    changes: [
      valueOf({
        contacts: [{ profile: { name: 'Ana' }, wa_id: phone }],
        messages: [{ from: phone, id: 'wamid.1', timestamp: String(seconds), type: 'text', text: { body: 'Oi' } }],
      }),
    ],
    events: [
      message([text('Oi')], {
        sender: { id: mint(phone), isSelf: false, verified: true, name: 'Ana', phone: `+${phone}` },
      }),
    ],
  },
  {
    name: 'a text of somebody who hides the number',
    changes: [
      valueOf({
        contacts: [{ profile: { name: 'Ana' }, user_id: bsuid }],
        messages: [
          { from_user_id: bsuid, id: 'wamid.1', timestamp: String(seconds), type: 'text', text: { body: 'Oi' } },
        ],
      }),
    ],
    events: [
      message([text('Oi')], {
        chat: mint(bsuid),
        sender: { id: mint(bsuid), isSelf: false, verified: true, name: 'Ana' },
      }),
    ],
  },
  {
    name: 'a picture',
    changes: [
      said({
        type: 'image',
        image: {
          id: '77',
          mime_type: 'image/jpeg',
          sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
          caption: 'olha',
        },
      }),
    ],
    events: [
      message([
        {
          kind: 'remoteMedia',
          as: 'image',
          ref: '77 SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
          caption: 'olha',
          mime: 'image/jpeg',
        },
      ]),
    ],
  },
  {
    name: 'a voice note',
    changes: [said({ type: 'audio', audio: { id: '77', mime_type: 'audio/ogg; codecs=opus', voice: true } })],
    events: [message([{ kind: 'remoteMedia', as: 'voice', ref: '77', mime: 'audio/ogg; codecs=opus' }])],
  },
  {
    name: 'an audio file',
    changes: [said({ type: 'audio', audio: { id: '77', mime_type: 'audio/mpeg', voice: false } })],
    events: [message([{ kind: 'remoteMedia', as: 'audio', ref: '77', mime: 'audio/mpeg' }])],
  },
  {
    name: 'a video',
    changes: [said({ type: 'video', video: { id: '77', mime_type: 'video/mp4' } })],
    events: [message([{ kind: 'remoteMedia', as: 'video', ref: '77', mime: 'video/mp4' }])],
  },
  {
    name: 'a document',
    changes: [said({ type: 'document', document: { id: '77', mime_type: 'application/pdf', filename: 'conta.pdf' } })],
    events: [message([{ kind: 'remoteMedia', as: 'document', ref: '77', mime: 'application/pdf', name: 'conta.pdf' }])],
  },
  {
    name: 'a sticker',
    changes: [said({ type: 'sticker', sticker: { id: '77', mime_type: 'image/webp', animated: true } })],
    events: [message([{ kind: 'remoteMedia', as: 'sticker', ref: '77', mime: 'image/webp' }])],
  },
  {
    name: 'a place',
    changes: [
      said({ type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A' } }),
    ],
    events: [message([{ kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja', address: 'Rua A' }])],
  },
  {
    name: 'people',
    changes: [
      said({
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Bia', first_name: 'Bia' },
            phones: [{ phone: '+55 11 98765-0000', wa_id: '5511987650000' }, { wa_id: '5511987651111' }],
            emails: [{ email: 'bia@x.test', type: 'WORK' }],
            org: { company: 'Loja', department: 'Vendas' },
          },
          {},
        ],
      }),
    ],
    events: [
      message([
        {
          kind: 'contacts',
          contacts: [
            {
              name: 'Bia',
              phones: ['+55 11 98765-0000', '+5511987651111'],
              emails: ['bia@x.test'],
              organisation: 'Loja',
            },
            { name: '?', phones: [] },
          ],
        },
      ]),
    ],
  },
  {
    name: 'a tapped button',
    changes: [
      said({
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'v', title: 'Vendas' } },
        context: { from: '551140000000', id: 'wamid.0' },
      }),
    ],
    events: [message([{ kind: 'interactiveReply', id: 'v', label: 'Vendas' }], { replyTo: mint('wamid.0') })],
  },
  {
    name: 'a chosen row',
    changes: [
      said({
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 's', title: 'Suporte', description: '24 h' } },
      }),
    ],
    events: [message([{ kind: 'interactiveReply', id: 's', label: 'Suporte', hint: '24 h' }])],
  },
  {
    name: 'a filled form',
    changes: [
      said({
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"x","nome":"Ana","itens":[1,2]}' },
        },
      }),
    ],
    events: [message([text('nome: Ana\nitens: [1,2]')])],
  },
  {
    name: 'a kind of answer that is not known',
    changes: [said({ type: 'interactive', interactive: { type: 'call_permission_reply', call_permission_reply: {} } })],
    events: [message([{ kind: 'unsupported', note: 'interactive call_permission_reply' }])],
  },
  {
    name: 'a tapped button of a template',
    changes: [said({ type: 'button', button: { payload: 'sim-1', text: 'Sim' } })],
    events: [message([{ kind: 'interactiveReply', id: 'sim-1', label: 'Sim' }])],
  },
  {
    name: 'an order',
    changes: [
      said({
        type: 'order',
        order: {
          catalog_id: '1',
          product_items: [
            { product_retailer_id: 'A', quantity: 2, item_price: 10.5, currency: 'BRL' },
            { product_retailer_id: 'B', quantity: 1, item_price: 4, currency: 'BRL' },
          ],
        },
      }),
    ],
    events: [message([text('🛒 2 × A · BRL 10.5\n🛒 1 × B · BRL 4\n= BRL 25')])],
  },
  {
    name: 'a forward, whose context has no id',
    changes: [said({ type: 'text', text: { body: 'veja' }, context: { forwarded: true } })],
    events: [message([text('veja')], { forwarded: 'once' })],
  },
  {
    name: 'a file that many have passed on',
    changes: [
      said({
        type: 'image',
        image: { id: 'm1', mime_type: 'image/jpeg' },
        context: { forwarded: true, frequently_forwarded: true },
      }),
    ],
    events: [message([{ kind: 'remoteMedia', as: 'image', ref: 'm1', mime: 'image/jpeg' }], { forwarded: 'often' })],
  },
  ...(
    [
      [{ response: 'accept', is_permanent: true, response_source: 'user_action' }, 'allowed', 'Permitiu ligações'],
      [{ response: 'accept', is_permanent: false }, 'temporary', 'Permitiu ligações por enquanto'],
      [
        {
          response: 'accept',
          is_permanent: false,
          expiration_timestamp: String(seconds),
          response_source: 'automatic',
        },
        'temporary',
        'Permitiu ligações por enquanto',
        { until: at.toISOString() },
      ],
      [{ response: 'reject', is_permanent: false, expiration_timestamp: seconds }, 'refused', 'Não permitiu ligações'],
    ] as const
  ).map(([reply, calls, label, extra = {}]) => ({
    name: `an answer to a request to call: ${JSON.stringify(reply)}`,
    changes: [
      said({ type: 'interactive', interactive: { type: 'call_permission_reply', call_permission_reply: reply } }),
    ],
    events: [message([{ kind: 'interactiveReply', id: `call_permission_${calls}`, label, calls, ...extra }])],
  })),
  {
    name: 'an answer to a request to call that says nothing that is known',
    changes: [
      said({
        type: 'interactive',
        interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'maybe' } },
      }),
    ],
    events: [message([{ kind: 'unsupported', note: 'interactive call_permission_reply' }])],
  },
  {
    name: 'a question about an article',
    changes: [
      said({
        type: 'text',
        text: { body: 'tem?' },
        context: {
          from: '551140000000',
          id: 'wamid.0',
          referred_product: { catalog_id: '9', product_retailer_id: 'SKU' },
        },
      }),
    ],
    events: [
      message([text('tem?')], { replyTo: mint('wamid.0'), referral: { catalog_id: '9', product_retailer_id: 'SKU' } }),
    ],
  },
  {
    name: 'who comes from an advertisement',
    changes: [
      said({
        type: 'text',
        text: { body: 'Oi' },
        referral: {
          source_url: 'https://fb.me/1',
          source_id: '1',
          source_type: 'ad',
          headline: 'Oferta',
          body: '',
          ctwa_clid: 'abc',
          welcome_message: { text: 'Olá!' },
        },
      }),
    ],
    events: [
      message([text('Oi')], {
        referral: {
          source_url: 'https://fb.me/1',
          source_id: '1',
          source_type: 'ad',
          headline: 'Oferta',
          ctwa_clid: 'abc',
          welcome_message: 'Olá!',
        },
      }),
    ],
  },
  {
    name: 'a reaction',
    changes: [said({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } })],
    events: [{ type: 'reaction', chat, target: mint('wamid.0'), sender, emoji: '👍', at }],
  },
  {
    name: 'a reaction taken back',
    changes: [said({ type: 'reaction', reaction: { message_id: 'wamid.0' } })],
    events: [{ type: 'reaction', chat, target: mint('wamid.0'), sender, emoji: null, at }],
  },
  {
    name: 'an edited text',
    changes: [
      said({
        type: 'edit',
        edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'novo' } } },
      }),
    ],
    events: [{ type: 'edit', chat, target: mint('wamid.0'), parts: [text('novo') as never], at }],
  },
  {
    name: 'a revoked message',
    changes: [said({ type: 'revoke', revoke: { original_message_id: 'wamid.0' } })],
    events: [{ type: 'delete', chat, target: mint('wamid.0'), at }],
  },
  {
    name: 'what WhatsApp could not hand over',
    changes: [
      said({
        type: 'unsupported',
        errors: [
          {
            code: 131051,
            title: 'Message type unknown',
            error_data: { details: 'Message type is currently not supported.' },
          },
        ],
      }),
    ],
    events: [
      message([
        { kind: 'unsupported', note: 'unsupported: Message type unknown: Message type is currently not supported.' },
      ]),
    ],
  },
  {
    name: 'a kind that does not exist yet',
    changes: [said({ type: 'hologram', hologram: {} })],
    events: [message([{ kind: 'unsupported', note: 'hologram' }])],
  },
  {
    name: 'a message in a group',
    changes: [said({ type: 'text', text: { body: 'Oi' }, group_id: 'Y2FwaV9ncm91cDox' })],
    events: [message([text('Oi')], { chat: mint('Y2FwaV9ncm91cDox'), chatTitle: '👥 91cDox', isGroup: true })],
  },
  {
    name: 'a new number',
    changes: [
      system({
        type: 'user_changed_number',
        body: `User Ana changed from ${phone} to 5511900000000`,
        wa_id: '5511900000000',
        user_id: 'BR.2',
      }),
    ],
    events: [moved(phone, 'BR.2'), moved('BR.2', '5511900000000')],
  },
  {
    name: 'a new number at a provider that knows no user ids',
    changes: [system({ type: 'user_changed_number', wa_id: '5511900000000' })],
    events: [moved(phone, '5511900000000')],
  },
  {
    name: 'a new number of somebody who hides it',
    changes: [
      system(
        { type: 'user_changed_number', body: `User Ana changed from ${phone} to x`, user_id: 'BR.2' },
        { from: phone, from_user_id: bsuid },
      ),
    ],
    events: [moved(bsuid, 'BR.2'), moved(phone, 'BR.2')],
  },
  {
    name: 'a new user id, whose old one stands in the sentence',
    changes: [
      system({ type: 'user_changed_user_id', body: `User Ana changed from ${bsuid} to BR.2`, user_id: 'BR.2' }, {}),
    ],
    events: [moved(bsuid, 'BR.2')],
  },
  {
    name: 'a name that pretends to be somebody’s change',
    changes: [
      system(
        {
          type: 'user_changed_user_id',
          body: 'User changed from 5511911112222 to BR.2 changed from BR.1 to BR.2',
          user_id: 'BR.2',
        },
        {},
      ),
    ],
    events: [moved('BR.1', 'BR.2')],
  },
  {
    name: 'a sentence that is about another id',
    changes: [
      system({ type: 'user_changed_user_id', body: 'User Ana changed from BR.1 to BR.3', user_id: 'BR.2' }, {}),
    ],
    events: [],
  },
  {
    name: 'a new number as older webhooks tell it',
    changes: [system({ type: 'customer_changed_number', body: 'x', customer: phone, new_wa_id: '5511900000000' })],
    events: [moved(phone, '5511900000000')],
  },
  {
    name: 'a conversation that was opened, in which nobody has said anything',
    changes: [said({ type: 'request_welcome' })],
    events: [],
  },
  {
    name: 'a file of a kind that does not exist yet',
    changes: [said({ type: 'video_note', video_note: { id: '77', mime_type: 'video/mp4' } })],
    events: [message([{ kind: 'remoteMedia', as: 'video', ref: '77', mime: 'video/mp4' }])],
  },
  {
    name: 'what could not be handed over, and what it was',
    changes: [
      said({
        type: 'unsupported',
        unsupported: { type: 'poll_creation' },
        errors: [{ code: 131051, title: 'Message type unknown' }],
      }),
    ],
    events: [message([{ kind: 'unsupported', note: 'unsupported poll_creation: Message type unknown' }])],
  },
  {
    name: 'a profile without the ninth digit',
    changes: [
      valueOf({
        contacts: [{ profile: { name: 'Ana' }, wa_id: '551187654321' }],
        messages: [{ from: phone, id: 'wamid.1', timestamp: String(seconds), type: 'text', text: { body: 'Oi' } }],
      }),
    ],
    events: [
      message([text('Oi')], {
        sender: { id: mint(phone), isSelf: false, verified: true, name: 'Ana', phone: `+${phone}` },
      }),
    ],
  },
  { name: 'another system message', changes: [system({ type: 'customer_identity_changed', body: 'x' })], events: [] },
  {
    name: 'a changed user id',
    changes: [
      valueOf(
        {
          user_id_update: [{ wa_id: phone, user_id: { previous: bsuid, current: 'BR.2' }, timestamp: String(seconds) }],
        },
        'user_id_update',
      ),
    ],
    events: [moved(bsuid, 'BR.2'), moved('BR.2', phone)],
  },
  {
    name: 'sent, with the key of the attempt',
    changes: [status({ status: 'sent', biz_opaque_callback_data: key })],
    events: [
      {
        type: 'message',
        id: mint('wamid.out'),
        chat,
        echoOf: mint(key),
        sender: { id: mint(phone), isSelf: true },
        isGroup: false,
        origin: 'otherDevice',
        at,
        parts: [{ kind: 'unsupported', note: 'sent' }],
      },
      receipt('sent'),
    ],
  },
  {
    name: 'sent, with somebody else’s key',
    changes: [status({ status: 'sent', biz_opaque_callback_data: 'campaign-7' })],
    events: [receipt('sent')],
  },
  {
    name: 'delivered',
    changes: [status({ status: 'delivered', biz_opaque_callback_data: key })],
    events: [receipt('delivered')],
  },
  { name: 'read', changes: [status({ status: 'read' })], events: [receipt('read')] },
  { name: 'played', changes: [status({ status: 'played' })], events: [receipt('played')] },
  {
    name: 'failed',
    changes: [
      status({
        status: 'failed',
        errors: [
          {
            code: 131047,
            title: 'Re-engagement message',
            message: 'Re-engagement message',
            error_data: { details: 'More than 24 hours have passed.' },
          },
        ],
      }),
    ],
    events: [
      receipt('failed', {
        error: {
          kind: 'windowClosed',
          code: '131047',
          message: 'Re-engagement message: More than 24 hours have passed.',
          certain: true,
        },
      }),
    ],
  },
  ...(['read', 'played', 'delivered'] as const).map((state) => ({
    name: `${state} by one member of a group`,
    changes: [status({ status: state, recipient_type: 'group', recipient_id: 'grp', recipient_participant_id: phone })],
    events: [receipt('delivered')],
  })),
  {
    name: 'sent into a group that one member cannot be reached in',
    changes: [
      status({ status: 'sent', recipient_type: 'group', recipient_id: 'grp' }),
      status({
        status: 'failed',
        recipient_type: 'group',
        recipient_id: 'grp',
        recipient_participant_user_id: bsuid,
        errors: [{ code: 131026, title: 'Message undeliverable' }],
      }),
    ],
    events: [receipt('sent')],
  },
  { name: 'a state that is not known', changes: [status({ status: 'teleported' })], events: [] },
  {
    name: 'sent from the Business app',
    changes: [
      valueOf(
        {
          message_echoes: [
            {
              from: '551140000000',
              to: phone,
              id: 'wamid.1',
              timestamp: String(seconds),
              type: 'text',
              text: { body: 'do celular' },
            },
          ],
        },
        'smb_message_echoes',
      ),
    ],
    events: [
      message([text('do celular')], {
        chat: mint(phone),
        chatTitle: `+${phone}`,
        sender: { id: mint('551140000000'), isSelf: true },
        origin: 'otherDevice',
      }),
    ],
  },
  {
    name: 'from before',
    changes: [
      valueOf(
        {
          contacts: [{ profile: { name: 'Ana' }, wa_id: phone }],
          history: [
            {
              metadata: { phase: 0 },
              threads: [
                {
                  id: phone,
                  messages: [
                    { from: phone, id: 'wamid.1', timestamp: String(seconds), type: 'text', text: { body: 'antes' } },
                  ],
                },
              ],
            },
          ],
        },
        'history',
      ),
    ],
    events: [
      message([text('antes')], {
        chat: mint(phone),
        sender: { id: mint(phone), isSelf: false, verified: true, name: 'Ana', phone: `+${phone}` },
        origin: 'history',
      }),
    ],
  },
  {
    name: 'a file from before, announced and then brought',
    changes: [
      valueOf(
        {
          contacts: [{ profile: { name: 'Ana' }, wa_id: phone }],
          history: [
            {
              metadata: { phase: 1, chunk_order: 2, progress: 55 },
              threads: [
                {
                  id: phone,
                  messages: [
                    { from: phone, id: 'wamid.1', timestamp: String(seconds), type: 'media_placeholder' },
                    {
                      from: '+55 11 4000-0000',
                      to: phone,
                      id: 'wamid.2',
                      timestamp: String(seconds),
                      type: 'media_placeholder',
                    },
                  ],
                },
              ],
            },
          ],
        },
        'history',
      ),
      valueOf(
        {
          messages: [
            {
              from: phone,
              id: 'wamid.1',
              timestamp: String(seconds),
              type: 'document',
              document: { id: 'm1', mime_type: 'application/pdf', filename: 'pedido.pdf', caption: 'aqui' },
            },
            {
              from: '551140000000',
              to: phone,
              id: 'wamid.2',
              timestamp: String(seconds),
              type: 'audio',
              audio: { id: 'm2', voice: true },
            },
            // Nothing that could take a place.
            { from: phone, id: 'wamid.3', timestamp: String(seconds), type: 'media_placeholder' },
          ],
        },
        'history',
      ),
    ],
    events: [
      message([{ kind: 'pendingMedia', as: 'document', state: 'unavailable' }], {
        sender: { id: mint(phone), isSelf: false, verified: true, name: 'Ana', phone: `+${phone}` },
        origin: 'history',
      }),
      message([{ kind: 'pendingMedia', as: 'document', state: 'unavailable' }], {
        id: mint('wamid.2'),
        sender: { id: mint('551140000000'), isSelf: true },
        chatTitle: 'Ana',
        origin: 'history',
      }),
      notice('waba.history.v1', accountId, { state: 'running', progress: 55, reason: null }),
      {
        type: 'edit',
        completes: true,
        chat,
        target: mint('wamid.1'),
        at,
        parts: [
          {
            kind: 'remoteMedia',
            as: 'document',
            ref: 'm1',
            mime: 'application/pdf',
            name: 'pedido.pdf',
            caption: 'aqui',
          },
        ],
      },
      {
        type: 'edit',
        completes: true,
        chat,
        target: mint('wamid.2'),
        at,
        parts: [{ kind: 'remoteMedia', as: 'voice', ref: 'm2' }],
      },
    ],
  },
  {
    name: 'the end of an import, and one that was declined',
    changes: [
      valueOf({ history: [{ metadata: { phase: 2, progress: '100' }, threads: [] }] }, 'history'),
      valueOf(
        {
          history: [
            {
              errors: [
                {
                  code: 2593109,
                  title: 'History sync is turned off',
                  message: 'History sharing is turned off by the business from the WhatsApp Business App',
                },
              ],
            },
          ],
        },
        'history',
      ),
      valueOf({ history: [{ errors: [{ code: '131000', title: 'Something went wrong' }] }] }, 'history'),
    ],
    events: [
      notice('waba.history.v1', accountId, { state: 'done', progress: 100, reason: null }),
      notice('waba.history.v1', accountId, {
        state: 'declined',
        progress: null,
        reason: 'History sync is turned off',
      }),
      notice('waba.history.v1', accountId, { state: 'failed', progress: null, reason: 'Something went wrong' }),
    ],
  },
  {
    name: 'the words of a template',
    changes: [
      {
        field: 'message_template_components_update',
        value: {
          message_template_id: 594425479261596,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
          message_template_element: 'Oi, {{1}}',
        },
      },
    ],
    events: [
      notice('waba.template-edited.v1', '594425479261596', {
        templateId: '594425479261596',
        name: 'oi',
        language: 'pt_BR',
      }),
    ],
  },
  {
    name: 'an error of no message',
    changes: [valueOf({ errors: [{ code: 130429, title: 'Rate limit hit', message: 'Rate limit hit' }] })],
    events: [notice('waba.trouble.v1', accountId, { code: '130429', message: 'Rate limit hit' })],
  },
  {
    name: 'an approved template',
    changes: [
      {
        field: 'message_template_status_update',
        value: {
          event: 'APPROVED',
          message_template_id: 594425479261596,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
          reason: 'NONE',
        },
      },
    ],
    events: [
      notice('waba.template-status.v1', '594425479261596', {
        templateId: '594425479261596',
        name: 'oi',
        language: 'pt_BR',
        status: 'APPROVED',
        reason: null,
      }),
    ],
  },
  {
    name: 'a rejected template',
    changes: [
      {
        field: 'message_template_status_update',
        value: {
          event: 'REJECTED',
          message_template_id: '1',
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
          reason: 'INVALID_FORMAT',
          rejection_info: { reason: 'x' },
        },
      },
    ],
    events: [
      notice('waba.template-status.v1', '1', {
        templateId: '1',
        name: 'oi',
        language: 'pt_BR',
        status: 'REJECTED',
        reason: 'INVALID_FORMAT: {"reason":"x"}',
      }),
    ],
  },
  {
    name: 'the quality of a template',
    changes: [
      {
        field: 'message_template_quality_update',
        value: {
          previous_quality_score: 'GREEN',
          new_quality_score: 'YELLOW',
          message_template_id: 1,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
        },
      },
    ],
    events: [
      notice('waba.template-quality.v1', '1', {
        templateId: '1',
        name: 'oi',
        language: 'pt_BR',
        quality: 'YELLOW',
        previousQuality: 'GREEN',
      }),
    ],
  },
  {
    name: 'the category of a template',
    changes: [
      {
        field: 'template_category_update',
        value: {
          message_template_id: 1,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
          previous_category: 'UTILITY',
          new_category: 'MARKETING',
        },
      },
    ],
    events: [
      notice('waba.template-category.v1', '1', {
        templateId: '1',
        name: 'oi',
        language: 'pt_BR',
        category: 'MARKETING',
        previousCategory: 'UTILITY',
      }),
    ],
  },
  {
    name: 'the quality of a number',
    changes: [
      {
        field: 'phone_number_quality_update',
        value: { display_phone_number: '551140000000', event: 'FLAGGED', current_limit: 'TIER_1K' },
      },
    ],
    events: [
      notice('waba.number-quality.v1', '551140000000', {
        displayPhoneNumber: '551140000000',
        event: 'FLAGGED',
        limit: 'TIER_1K',
      }),
    ],
  },
  {
    name: 'something about the account',
    changes: [{ field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION', restriction_info: [] } }],
    events: [notice('waba.account.v1', accountId, { event: 'ACCOUNT_RESTRICTION', detail: '{"restriction_info":[]}' })],
  },
  { name: 'a field that is not known', changes: [valueOf({ calls: [] }, 'calls')], events: [] },
]
