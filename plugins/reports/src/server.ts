import { implementPlugin } from '@recado/sdk'
import { birthdays, contactList, contactsByStates, contactsByTags } from './contacts/handlers.ts'
import { exportFigures } from './figures/figure-file.ts'
import { answerFigures, listConversations } from './figures/handlers.ts'
import { plugin } from './plugin.ts'
import { exportTickets, readTickets } from './tickets/handlers.ts'

export default implementPlugin(plugin, {
  routes: {
    figures: (request, context) => answerFigures(context, request.body.questions),
    figureConversations: (request, context) => listConversations(context, request.body),
    figuresFile: exportFigures,
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
})
