import { EmailSimulator } from './email.ts'

/* npm run simulate email */

const port = Number(process.env['PORT'] ?? 4030)
const simulator = await EmailSimulator.start({ port, imapPort: port + 1, smtpPort: port + 2 })
const account = simulator.addAccount('loja@empresa.test')
process.stdout.write(`A mail provider is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado and add a channel of type e-mail with
  user           ${account.address}
  password       ${account.password}
  IMAP           127.0.0.1, port ${simulator.imapPort}, TLS off
  SMTP           127.0.0.1, port ${simulator.smtpPort}, TLS off
or, to log in by OAuth2, with any client id and
  refresh token  ${account.refreshToken}
  token address  ${simulator.url}/token
then be the customer on ${simulator.url}
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void simulator.close().then(() => process.exit(0)))
