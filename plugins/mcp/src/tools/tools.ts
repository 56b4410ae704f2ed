import type { Tool } from '../protocol/tool.ts'
import { findContacts, readContact } from './contacts.ts'
import { findConversations, readConversation } from './conversations.ts'
import { listQueues, listTags } from './directories.ts'
import { searchKnowledge } from './knowledge.ts'
import { draftReply, sendReply } from './replies.ts'
import { searchMessages } from './search-messages.ts'
import { addTag, removeTag } from './tagging.ts'

/** All tools, in the order in which programs see them. */
export const tools: readonly Tool[] = [
  findConversations,
  readConversation,
  searchMessages,
  findContacts,
  readContact,
  listQueues,
  listTags,
  searchKnowledge,
  draftReply,
  sendReply,
  addTag,
  removeTag,
]
