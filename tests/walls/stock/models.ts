import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { keepAtMost, put } from './put.ts'

/** Prompts, what models were asked, and the knowledge of the company. */
export async function modelsOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { ticket, contact }: { ticket: string; contact: string },
) {
  const tenant_id = tenant.id
  // A company has a hundred prompts at most, and is stocked more often than that.
  await keepAtMost(sql, 'plg_ai.prompt', tenant_id, 40)
  const prompt = newId()
  const ofTicket = { tenant_id, ticket_id: ticket, contact_id: contact }
  await put(sql, 'plg_ai.prompt', {
    id: prompt,
    tenant_id,
    name: `Prompt ${word} ${prompt.slice(-8)}`,
    published: 1,
  })
  const content = sql.json({ text: `Você atende ${word}` })
  await put(sql, 'plg_ai.prompt_version', { tenant_id, prompt_id: prompt, version: 1, saved_by: user.id, content })
  const asked = { question: `Onde fica ${word}?`, facts: [word], refuses: false }
  await put(sql, 'plg_ai.test_question', { tenant_id, prompt_id: prompt, position: 1, ...asked })
  const run = newId()
  await put(sql, 'plg_ai.test_run', { tenant_id, id: run, prompt_id: prompt, version: 1, content, started_by: user.id })
  await put(sql, 'plg_ai.test_result', { tenant_id, run_id: run, position: 1, ...asked })
  await put(sql, 'plg_ai.conversation', { ...ofTicket, prompt_id: prompt, begun_by: word })
  await put(sql, 'plg_ai.summary', { ...ofTicket, text: `Pede ${word}` })
  await put(sql, 'plg_ai.words', {
    ...ofTicket,
    message_id: newId(),
    kind: 'translation',
    state: 'done',
    language: 'pt-BR',
    text: `Oi ${word}`,
  })
  await put(sql, 'plg_ai.written', { ...ofTicket, user_id: user.id, text: `Oi ${word}`, translation: `Hi ${word}` })
  await put(sql, 'plg_ai.usage', {
    ...ofTicket,
    purpose: word,
    host: 'models.example',
    model: 'gpt-6-luna',
    input_tokens: 1,
    output_tokens: 1,
    hidden: 0,
  })
  await put(sql, 'plg_ai.usage_day', {
    tenant_id,
    day: new Date().toISOString().slice(0, 10),
    purpose: word,
    model: prompt,
    asked: 1,
    failed: 0,
    input_tokens: 1,
    output_tokens: 1,
  })
  await sql`insert into plg_ai.price_list (tenant_id, currency, prices)
            values (${tenant_id}, 'USD', ${sql.json([{ model: word, input: 1, output: 4 }])})
            on conflict (tenant_id) do nothing`
  const article = newId()
  const written = { title: `Artigo ${word} ${article.slice(-12)}`, body: `Sobre ${word}`, saved_by: user.id }
  await put(sql, 'plg_knowledge.article', {
    id: article,
    tenant_id,
    ...written,
    language: 'pt-BR',
    audience: 'team',
    is_published: true,
  })
  await put(sql, 'plg_knowledge.version', {
    tenant_id,
    article_id: article,
    revision: 1,
    ...written,
    saved_at: new Date(),
  })
  await sql`insert into plg_knowledge.passage (tenant_id, article_id, position, heading, text, words)
            values (${tenant_id}, ${article}, 1, ${word}, ${`Sobre ${word}`}, to_tsvector(${word}))`
  await put(sql, 'plg_knowledge.word', { tenant_id, lexeme: word, article_id: article, positions: [1] })
  await sql`insert into plg_knowledge.meaning (tenant_id, article_id, hash, model, signs)
            select tenant_id, article_id, hash, ${word}, '10' from plg_knowledge.passage
             where tenant_id = ${tenant_id} and article_id = ${article}`
  await sql`insert into plg_knowledge.meaning_vector (tenant_id, article_id, hash, bytes)
            select tenant_id, article_id, hash, '\\x0000000001ff' from plg_knowledge.meaning
             where tenant_id = ${tenant_id} and article_id = ${article}`
  await sql`insert into plg_knowledge.meaning_refused (tenant_id, article_id, hash, model, reason)
            select tenant_id, article_id, hash, ${word}, 'ERR_AI_TOO_LONG' from plg_knowledge.meaning
             where tenant_id = ${tenant_id} and article_id = ${article}`
  await sql`insert into plg_knowledge.meaning_state (tenant_id, model) values (${tenant_id}, ${word})
            on conflict (tenant_id) do nothing`
  const picture = newId()
  await put(sql, 'plg_knowledge.picture', { tenant_id, media_id: picture })
  await put(sql, 'plg_knowledge.article_picture', {
    tenant_id,
    article_id: article,
    media_id: picture,
    is_shown: true,
  })
  return { prompt, testRun: run, article, picture }
}
