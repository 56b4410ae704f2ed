import type { SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { maxSurveys } from './limits.ts'
import type { Survey, SurveyDraft } from './survey.ts'
import { deleteSurvey, insertSurvey, isNameTaken, readSurvey, readSurveys, updateSurvey } from './survey-store.ts'

type Context = Pick<SessionContext, 'db' | 'tenant'>

export const list = (_request: unknown, { db, tenant }: Context): Promise<Survey[]> =>
  db.transaction((tx) => readSurveys(tx, tenant))

export const create = ({ body }: { body: SurveyDraft }, { db, tenant }: Context): Promise<Survey> =>
  db.transaction(async (tx) => {
    if (await isNameTaken(tx, tenant, body.name, null)) throw refusal('ERR_SURVEY_EXISTS')
    if ((await readSurveys(tx, tenant)).length >= maxSurveys) throw refusal('ERR_SURVEY_LIMIT', { limit: maxSurveys })
    return (await readSurvey(tx, tenant, await insertSurvey(tx, tenant, body)))!
  })

export const update = (
  { params, body }: { params: { id: string }; body: SurveyDraft },
  { db, tenant }: Context,
): Promise<Survey> =>
  db.transaction(async (tx) => {
    if (await isNameTaken(tx, tenant, body.name, params.id)) throw refusal('ERR_SURVEY_EXISTS')
    if (!(await updateSurvey(tx, tenant, params.id, body))) throw refusal('ERR_NO_SURVEY_FOUND')
    return (await readSurvey(tx, tenant, params.id))!
  })

export async function remove(
  { params }: { params: { id: string } },
  { db, tenant }: Context,
): Promise<{ message: string }> {
  if (!(await db.transaction((tx) => deleteSurvey(tx, tenant, params.id)))) throw refusal('ERR_NO_SURVEY_FOUND')
  return { message: 'Survey deleted' }
}
