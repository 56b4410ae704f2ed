import { implementPlugin } from '@recado/sdk'
import {
  addMembers,
  changeMember,
  chooseNotify,
  markRead,
  openChat,
  openThread,
  readChat,
  readList,
  readPeople,
  readUnread,
  removeMember,
  rename,
  sayTyping,
} from './chats/handlers.ts'
import { edit, react, readMessage, readThread, remove, search, send, upload } from './messages/handlers.ts'
import { exportContact, forgetContact, heldMedia, userDeleted } from './personal-data.ts'
import { plugin } from './plugin.ts'
import { scheduleSweep, sweep } from './retention.ts'

export default implementPlugin(plugin, {
  routes: {
    people: readPeople,
    unread: readUnread,
    list: readList,
    open: openChat,
    chat: readChat,
    rename,
    addMembers,
    changeMember,
    removeMember,
    notify: chooseNotify,
    read: markRead,
    typing: sayTyping,
    thread: readThread,
    send,
    upload,
    message: readMessage,
    openThread,
    edit,
    remove,
    react,
    search,
  },
  on: { userDeleted },
  jobs: { sweep },
  lifecycle: {
    configure: scheduleSweep,
    forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint),
    export: (ctx, _contact, footprint) => exportContact(ctx, footprint),
    holdsMedia: heldMedia,
  },
})
