import { mint, type ServiceCode, type TicketId } from '@recado/sdk'
import { gradesAbout } from '../report/report-store.ts'
import { readSurvey, readSurveys } from '../surveys/survey-store.ts'
import type { SurveyContext } from './advance.ts'
import { beginRequest, isAskable, isReachable } from './ask.ts'
import { makeWish } from './wish-store.ts'

/** Surveys for other plugins: a flow asks for one, the ticket asks it once it is closed. */
export const survey: ServiceCode<'survey', SurveyContext> = {
  async list(_input, { db, tenant }) {
    const surveys = await db.transaction((tx) => readSurveys(tx, tenant))
    return { surveys: surveys.filter(({ enabled }) => enabled).map(({ id, name }) => ({ id, name })) }
  },
  async request({ ticketId, survey: wanted }, ctx) {
    const ticket = await ctx.core.tickets.get(ticketId)
    if (!ticket || ticket.isGroup || ticket.mergedInto !== null || !(await isReachable(ticket, ctx)))
      return { requested: false }
    return ctx.db.transaction(async (tx) => {
      const found = (await readSurveys(tx, ctx.tenant)).find(({ id }) => id === wanted)
      const asked = found?.enabled ? await readSurvey(tx, ctx.tenant, found.id) : undefined
      if (!asked) return { requested: false }
      if (!isAskable(ticket)) {
        await makeWish(tx, ctx.tenant, ticketId, asked.id)
        return { requested: true }
      }
      return { requested: await beginRequest(tx, ctx, asked, ticket, `service:${ticketId}:${ticket.closedAt}`) }
    })
  },
}

/** The grades that were given, for who judges by them, such as the simulation of a rule. */
export const surveyGrades: ServiceCode<'surveyGrades', SurveyContext> = {
  async given({ tickets, since }, { db, tenant }) {
    const found = await db.transaction((tx) => gradesAbout(tx, tenant, tickets, since))
    return { grades: found.map((given) => ({ ...given, ticketId: mint<TicketId>(given.ticketId) })) }
  },
}
