import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withContext } from '../base/context.ts'
import { createLog } from './log.ts'

function written(work: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  let text = ''
  work(
    createLog('debug', {
      write: (line) => {
        text += line
      },
    }),
  )
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

describe('the log', () => {
  it('names the tenant, plugin, request and route of the work at hand', () => {
    const { line } = written((log) =>
      withContext({ requestId: 'r', tenantId: 't', plugin: 'p', route: 'GET /x' }, () =>
        log.info({ count: 1 }, 'done'),
      ),
    )
    expect(line).toMatchObject({
      level: 'info',
      message: 'done',
      count: 1,
      requestId: 'r',
      tenantId: 't',
      plugin: 'p',
      route: 'GET /x',
    })
  })

  it('blanks secrets and bodies at every usual place', () => {
    const { text } = written((log) =>
      log.info(
        {
          password: 'canary',
          token: 'canary',
          headers: { authorization: 'canary', cookie: 'canary', 'set-cookie': 'canary', 'x-api-key': 'canary' },
          user: { passwordHash: 'canary', settings: { apiKey: 'canary' } },
          message: { body: 'canary', parts: ['canary'] },
        },
        'x',
      ),
    )
    expect(text).not.toContain('canary')
  })

  it('tells of a query error neither parameters nor rows', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
      code: '23505',
      detail: 'Key (email)=(canary) already exists.',
      parameters: ['canary'],
      query: 'canary',
      constraint_name: 'x',
    })
    const { text, line } = written((log) =>
      log.error({ err: new DrizzleQueryError('insert into y values ($1)', ['canary'], cause) }, 'failed'),
    )
    expect(text).not.toContain('canary')
    expect(line).toMatchObject({
      err: {
        message: expect.stringContaining('insert into y'),
        stack: expect.stringContaining('at '),
        cause: { code: '23505', constraint_name: 'x' },
      },
    })
  })

  it('writes of a thrown value that is no error', () => {
    expect(written((log) => log.error({ err: 'just text' }, 'failed')).line).toMatchObject({
      err: { type: 'string', message: 'just text' },
    })
  })
})
