import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_CHAT_NOT_FOUND: { status: 404, when: 'A chat does not exist, or the user is not in it.' },
  ERR_CHAT_MESSAGE_NOT_FOUND: { status: 404, when: 'A message does not exist in a chat of the user, or is deleted.' },
  ERR_CHAT_ADMIN_ONLY: { status: 403, when: 'Only an administrator of the group may do it.' },
  ERR_CHAT_NOT_YOURS: { status: 403, when: 'Only the author changes or deletes a message.' },
  ERR_CHAT_KIND: {
    status: 409,
    when: 'The act is for groups that colleagues have made, and this chat is no such group.',
  },
  ERR_CHAT_CLOSED: {
    status: 409,
    when: 'The colleague left the company, or the group of users is gone: nothing can be written.',
  },
  ERR_CHAT_NOT_A_MEMBER: {
    status: 422,
    when: 'A mention names somebody, or a change concerns somebody, who is not in the chat.',
  },
  ERR_CHAT_TOO_MANY_MEMBERS: { status: 422, when: 'A group would have more than 200 members.' },
  ERR_CHAT_AUDIO_TOO_SHORT: { status: 422, when: 'A voice note is shorter than one second.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
