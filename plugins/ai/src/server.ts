import { implementPlugin } from '@recado/sdk'
import { answer } from './agent/answer.ts'
import { endConversation } from './agent/conversation-store.ts'
import { agent } from './agent/responder.ts'
import * as composer from './composer/handlers.ts'
import { handedOn, resolved, summarizeSoon } from './composer/summaries.ts'
import {
  exportContacts,
  forgetContacts,
  forgetTicket,
  moveContact,
  setContact,
  ticketsOf,
} from './conversation/about-contacts.ts'
import { hints } from './hints/handlers.ts'
import { checkKeys } from './models/check-keys.ts'
import { embeddings, model } from './models/service.ts'
import { plugin } from './plugin.ts'
import * as prompts from './prompts/handlers.ts'
import { replay } from './replay/handlers.ts'
import * as similar from './similar/handlers.ts'
import * as tests from './tests/handlers.ts'
import { runTests } from './tests/run-tests.ts'
import * as usage from './usage/handlers.ts'
import { makeWords, received, sent } from './words/events.ts'
import * as words from './words/handlers.ts'
import { dropWrittenOf } from './words/written-store.ts'

export default implementPlugin(plugin, {
  routes: { ...composer, hints, ...words, ...prompts, replay, ...similar, ...tests, ...usage },
  services: { model, embeddings },
  responders: { agent },
  jobs: { words: makeWords, answer, summary: summarizeSoon, testRun: runTests },
  on: {
    received,
    sent,
    updated: handedOn,
    async closed(event, ctx) {
      await ctx.db.transaction(async (tx) => {
        await endConversation(tx, ctx.tenant, event.ticketId)
        await dropWrittenOf(tx, ctx.tenant, event.ticketId)
      })
      await resolved(event, ctx)
    },
    deleted: ({ ticketId }, ctx) => forgetTicket(ctx, ticketId),
    contactMerged: ({ from, into }, ctx) => moveContact(ctx, from, into),
    async contactUnmerged({ into }, ctx) {
      for (const ticketId of await ticketsOf(ctx, into)) {
        const ticket = await ctx.core.tickets.get(ticketId)
        if (ticket && ticket.contactId !== into) await setContact(ctx, ticketId, ticket.contactId)
      }
    },
  },
  lifecycle: {
    check: checkKeys,
    forget: (ctx, _contact, { contacts }) => forgetContacts(ctx, contacts),
    export: (ctx, _contact, { contacts }) => exportContacts(ctx, contacts),
  },
})
