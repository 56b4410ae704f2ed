import { expect, test } from 'vitest'
import { eventsOf } from './update.ts'
import { said } from './updates.rig.ts'

/* Every kind of message of the Bot API, as its type `Message` lists them, one by one (10.3, of August 2026). */

const noted = { kind: 'unsupported' }
const file = { file_id: 'f', file_unique_id: 'u' }

test.for([
  ['text', 'oi', { kind: 'text', text: 'oi' }],
  ['rich_message', { blocks: [{ type: 'paragraph', text: 'oi' }] }, { kind: 'text', text: 'oi' }],
  ['animation', file, { as: 'video' }],
  ['audio', file, { as: 'audio' }],
  ['document', file, { as: 'document' }],
  ['paid_media', { star_count: 5, paid_media: [] }, { kind: 'text', text: '⭐ 5' }],
  ['paid_media', { paid_media: [{ type: 'constructor', constructor: 1 }] }, noted],
  ['paid_media', { star_count: 5, paid_media: [{ type: 'photo', photo: [file] }] }, { as: 'image' }],
  ['photo', [file], { as: 'image' }],
  ['sticker', { ...file, is_animated: false, is_video: false }, { as: 'sticker' }],
  ['story', { chat: {}, id: 1 }, noted],
  ['story', { chat: { title: 'Loja', username: 'loja' }, id: 1 }, { text: '📖 Loja\nhttps://t.me/loja/s/1' }],
  ['video', file, { as: 'video' }],
  ['video_note', file, { as: 'video' }],
  ['voice', file, { as: 'voice' }],
  ['checklist', { title: 'Mudança', tasks: [] }, { kind: 'text', text: 'Mudança' }],
  ['contact', { phone_number: '+5511987654321', first_name: 'Ana' }, { kind: 'contacts' }],
  ['dice', { emoji: '🎲', value: 6 }, { kind: 'text', text: '🎲 6' }],
  ['game', { title: 'Dama', description: '' }, { kind: 'text', text: 'Dama' }],
  ['poll', { question: 'Sol?', options: [] }, { kind: 'text', text: 'Sol?' }],
  ['venue', { location: { latitude: 1, longitude: 2 }, title: 'Loja', address: 'Rua A' }, { kind: 'location' }],
  ['location', { latitude: 1, longitude: 2 }, { kind: 'location' }],
  ['invoice', { title: 'Pedido 7', description: '' }, { kind: 'text', text: 'Pedido 7' }],
  ['giveaway', { chats: [], winner_count: 1 }, noted],
  ['giveaway', { chats: [{ title: 'Loja' }], prize_star_count: 500 }, { text: '🎁 Loja\n⭐ 500' }],
  ['giveaway_winners', { winner_count: 1, winners: [] }, noted],
  ['web_app_data', { data: '7', button_text: 'Escolher' }, { kind: 'text', text: 'Escolher\n7' }],
] as const)('somebody sends: %s', ([field, value, part]) => {
  const [event, ...others] = eventsOf({ update_id: 1, message: said({ [field]: value }) })
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'message', parts: [part] })
})

test('somebody sends: blocks of files and words, which stay beside each other', () => {
  const blocks = [
    { type: 'paragraph', text: 'segue' },
    { type: 'photo', photo: [file], caption: { text: 'o azul' } },
    { type: 'document', document: { ...file, file_name: 'pedido.pdf' } },
    { type: 'map', location: { latitude: 1, longitude: 2 }, zoom: 13, width: 300, height: 200 },
  ]
  const [event] = eventsOf({ update_id: 1, message: said({ rich_message: { blocks } }) })
  expect(event).toMatchObject({
    parts: [
      { kind: 'text', text: 'segue\no azul' },
      { kind: 'remoteMedia', as: 'image', ref: 'f' },
      { kind: 'remoteMedia', as: 'document', name: 'pedido.pdf' },
      { kind: 'location', lat: 1, lng: 2 },
    ],
  })
})

test('somebody sends: a picture that lives, which is shown as it stands still', () => {
  const [event] = eventsOf({ update_id: 1, message: said({ live_photo: { ...file, photo: [file] }, caption: 'olha' }) })
  expect(event).toMatchObject({ parts: [{ kind: 'remoteMedia', as: 'image', ref: 'f', caption: 'olha' }] })
})

test.for([
  'boost_added',
  'channel_chat_created',
  'chat_background_set',
  'chat_owner_changed',
  'chat_owner_left',
  'chat_shared',
  'checklist_tasks_added',
  'checklist_tasks_done',
  'community_chat_added',
  'community_chat_joined',
  'community_chat_removed',
  'connected_website',
  'delete_chat_photo',
  'direct_message_price_changed',
  'forum_topic_closed',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_reopened',
  'general_forum_topic_hidden',
  'general_forum_topic_unhidden',
  'gift',
  'gift_upgrade_sent',
  'giveaway_completed',
  'giveaway_created',
  'group_chat_created',
  'left_chat_member',
  'managed_bot_created',
  'message_auto_delete_timer_changed',
  'new_chat_members',
  'new_chat_photo',
  'new_chat_title',
  'paid_message_price_changed',
  'passport_data',
  'pinned_message',
  'poll_option_added',
  'poll_option_deleted',
  'proximity_alert_triggered',
  'refunded_payment',
  'successful_payment',
  'suggested_post_approval_failed',
  'suggested_post_approved',
  'suggested_post_declined',
  'suggested_post_paid',
  'suggested_post_refunded',
  'supergroup_chat_created',
  'unique_gift',
  'users_shared',
  'video_chat_ended',
  'video_chat_participants_invited',
  'video_chat_scheduled',
  'video_chat_started',
  'write_access_allowed',
])('nobody said: %s', (field) => {
  for (const value of [{}, true]) expect(eventsOf({ update_id: 1, message: said({ [field]: value }) })).toEqual([])
})

test.for([
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'guest_message',
  'stopped_message_generation',
  'message_reaction_count',
  'inline_query',
  'chosen_inline_result',
  'shipping_query',
  'pre_checkout_query',
  'purchased_paid_media',
  'poll',
  'poll_answer',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'chat_boost',
  'removed_chat_boost',
  'managed_bot',
  'subscription',
])('an update that begins no conversation: %s', (kind) => {
  expect(eventsOf({ update_id: 1, [kind]: said({ text: 'oi' }) })).toEqual([])
})

test.for([
  ['of an account, which has no sign', { phone_number: '5511987654321', user_id: 7 }, ['+5511987654321']],
  ['of an address book, as it stands there', { phone_number: '11987654321' }, ['11987654321']],
  [
    'with others on its card, each once',
    {
      phone_number: '+5511987654321',
      vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;CELL:+55 11 98765-4321\nTEL;WORK:+55 11 3333-4444\nEND:VCARD',
    },
    ['+5511987654321', '+55 11 3333-4444'],
  ],
  ['that says nothing', { phone_number: '', vcard: 'BEGIN:VCARD\nFN:Ana\nEMAIL:ana@x.test\nEND:VCARD' }, []],
] as const)('somebody sends a number %s', ([, contact, phones]) => {
  const [event] = eventsOf({ update_id: 1, message: said({ contact: { first_name: 'Ana', ...contact } }) })
  expect(event).toMatchObject({ parts: [{ kind: 'contacts', contacts: [{ name: 'Ana', phones }] }] })
})
