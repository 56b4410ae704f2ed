import { implementPlugin } from '@recado/sdk'
import { birthdays, contactList, contactsByStates, contactsByTags } from './contacts/handlers.ts'
import { exportConversations } from './figures/conversation-file.ts'
import { exportFigures } from './figures/figure-file.ts'
import { askerOf, listConversations } from './figures/handlers.ts'
import { plugin } from './plugin.ts'
import { change, create, endSchedule, list, listReaders, remove, sendNow, setSchedule } from './saved/handlers.ts'
import { forgetUser } from './saved/saved-store.ts'
import { beDue, revive, send } from './schedule/send-report.ts'
import { exportTickets, readTickets } from './tickets/handlers.ts'

export default implementPlugin(plugin, {
  routes: {
    figures: async (request, context) => ({ answers: await askerOf(context)(request.body.questions) }),
    figureConversations: (request, context) => listConversations(context, request.body),
    figureConversationsFile: exportConversations,
    figuresFile: exportFigures,
    saved: list,
    save: create,
    changeSaved: change,
    removeSaved: remove,
    readers: listReaders,
    setSchedule,
    endSchedule,
    sendNow,
    list: contactList.read,
    listFile: contactList.file,
    tags: contactsByTags.read,
    tagsFile: contactsByTags.file,
    states: contactsByStates.read,
    statesFile: contactsByStates.file,
    birthdays: birthdays.read,
    birthdaysFile: birthdays.file,
    tickets: readTickets,
    ticketsFile: exportTickets,
  },
  on: { userDeleted: ({ userId }, { db, tenant }) => db.transaction((tx) => forgetUser(tx, tenant, userId)) },
  jobs: { due: beDue, send },
  lifecycle: { enable: revive },
})
