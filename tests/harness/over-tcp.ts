/** Address of the run's PostgreSQL, which is that of its socket, for a program or a proxy that needs TCP. */
export const overTcp = (address: string): URL => Object.assign(new URL(address), { hostname: '127.0.0.1' })
