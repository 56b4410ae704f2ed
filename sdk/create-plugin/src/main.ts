#!/usr/bin/env node
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { idComplaint } from './plugin-id.ts'
import { kinds, scaffold, ScaffoldError, type Kind, type Wish } from './scaffold.ts'

const help = `Usage: create-recado-plugin <name> --kind ${kinds.join('|')}

  <name>              a new folder; its name is the plugin's id: small letters, digits, hyphens
  --kind channel      conversations from a provider
  --kind feature      something around the conversation: a panel, a page, calls, events
  --title <words>     what people call it
  --publisher <name>  who answers for it
  --sdk <where>       a version of @recado/sdk, or file:<archive>
`

const isKind = (value: string | undefined): value is Kind => (kinds as readonly (string | undefined)[]).includes(value)

function fromArguments(): Wish | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      title: { type: 'string' },
      publisher: { type: 'string' },
      sdk: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [folder, ...more] = positionals
  if (values.help) return undefined
  if (folder === undefined) throw new ScaffoldError(`The name is missing.\n\n${help.trimEnd()}`)
  if (more.length > 0) throw new ScaffoldError(`One name at a time: ${more.join(' ')} is too much.`)
  if (!isKind(values.kind)) throw new ScaffoldError(`Say --kind ${kinds.join(' or --kind ')}.`)
  return { folder, kind: values.kind, title: values.title, publisher: values.publisher, sdk: values.sdk }
}

async function fromQuestions(): Promise<Wish> {
  const talk = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question: string, complaintAbout: (answer: string) => string | undefined): Promise<string> => {
    for (;;) {
      const answer = (await talk.question(question)).trim()
      const complaint = complaintAbout(answer)
      if (complaint === undefined) return answer
      process.stdout.write(`${complaint}\n`)
    }
  }
  try {
    const folder = await ask('Name of the plugin (its id): ', (answer) => idComplaint(basename(answer)))
    const kind = await ask(`Kind (${kinds.join(' or ')}): `, (answer) =>
      isKind(answer) ? undefined : `Write ${kinds.join(' or ')}.`,
    )
    return { folder, kind: kind as Kind }
  } finally {
    talk.close()
  }
}

try {
  const wish = process.argv.length === 2 && process.stdin.isTTY ? await fromQuestions() : fromArguments()
  if (wish === undefined) {
    process.stdout.write(help)
  } else {
    scaffold(wish)
    process.stdout.write(
      `${wish.folder} is there. Next:\n\n  cd ${wish.folder}\n  npm install\n  npm test\n  npm run pack\n`,
    )
  }
} catch (error) {
  if (!(error instanceof ScaffoldError) && (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true)
    throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
