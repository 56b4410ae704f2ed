import postgres from 'postgres'
import { generatedPassword } from './access/generated-password.ts'
import { Passwords } from './credentials/passwords.ts'
import { recoverAccount } from './access/recover-account.ts'
import { loadConfig } from './base/config.ts'
import { startEmbedded } from './db/embedded.ts'
import { databaseFailure, startFailure } from './start-failure.ts'

/**
 * `npm run recover -- <e-mail>`: a way back in for who runs the installation, without mail and without the lost device.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function recover(email: string): Promise<void> {
  const config = loadConfig(process.env)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, secret: config.secret, log: say })
      : undefined
  const sql = postgres(config.databaseUrl ?? embedded!.url, { max: 1, onnotice: () => undefined })
  try {
    const password = generatedPassword()
    const account = await recoverAccount(sql, email, await new Passwords().hash(password)).catch((error: unknown) => {
      throw embedded ? error : databaseFailure(error)
    })
    if (!account) {
      say(`Nobody has the address ${email}.`)
      process.exitCode = 1
      return
    }
    say(`${account.name} of ${account.company} signs in with the password ${password} (shown only now).`)
    say('Passkeys are switched off, a second factor is removed, and all sessions of the account are over.')
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

const [email] = process.argv.slice(2)
try {
  if (email === undefined) {
    say('Say whose account: npm run recover -- someone@example.com')
    process.exitCode = 1
  } else await recover(email)
} catch (error) {
  const sentence = startFailure(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}
