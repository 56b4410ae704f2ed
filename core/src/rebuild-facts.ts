import { loadConfig } from './base/config.ts'
import { runningEmbedded, startEmbedded } from './db/embedded.ts'
import { askForNewFacts } from './facts/ask-for-new-facts.ts'
import { startFailure } from './start-failure.ts'

/** `npm run facts:rebuild`: makes the numbers of reports anew from the rows, while the product runs or not. */

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function rebuild(company: string | undefined): Promise<void> {
  const { dataDir, secret, databaseUrl } = loadConfig(process.env)
  const running = databaseUrl ?? runningEmbedded({ dataDir, secret })
  const started = running === undefined ? await startEmbedded({ dataDir, secret, log: say }) : undefined
  try {
    const companies = await askForNewFacts(running ?? started!.url, company)
    if (companies.length === 0) {
      say(company === undefined ? 'There is no company yet.' : `There is no company called ${company}.`)
      process.exitCode = 1
      return
    }
    const when = started ? 'as soon as Recado is started' : 'within seconds where Recado runs, else when it is started'
    say(`The numbers of ${companies.join(', ')} are made anew, ${when}. Until then the old ones are shown.`)
  } finally {
    await started?.stop()
  }
}

try {
  await rebuild(process.argv[2])
} catch (error) {
  const sentence = startFailure(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}
