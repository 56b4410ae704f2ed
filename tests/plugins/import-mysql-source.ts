import type { Mariadb } from '../harness/mariadb.ts'
import type { OldSystem } from './import-source.ts'

/** Tables as whaticket has them on MySQL; the key of messages tells capital letters from small ones. */
const tables = `
  create table Users (id int primary key auto_increment, name varchar(255), email varchar(255),
    createdAt datetime(6) not null default now(6), updatedAt datetime(6) not null default now(6));
  create table Queues (id int primary key auto_increment, name varchar(255), color varchar(255));
  create table Whatsapps (id int primary key auto_increment, name varchar(255), status varchar(255));
  create table Contacts (id int primary key auto_increment, name varchar(255), number varchar(255), email varchar(255),
    isGroup tinyint(1) default 0, createdAt datetime(6) not null, updatedAt datetime(6) not null);
  create table Tickets (id int primary key auto_increment, status varchar(255), lastMessage text, contactId int,
    userId int, whatsappId int, queueId int, isGroup tinyint(1) default 0,
    createdAt datetime(6) not null, updatedAt datetime(6) not null);
  create table Messages (id varchar(255) primary key, body longtext, ack int default 0, \`read\` tinyint(1) default 0,
    mediaType varchar(255), mediaUrl varchar(255), ticketId int, fromMe tinyint(1) default 0,
    isDeleted tinyint(1) default 0, contactId int, quotedMsgId varchar(255),
    createdAt datetime(6) not null, updatedAt datetime(6) not null);
`
const copied = ['Users', 'Queues', 'Whatsapps', 'Contacts', 'Tickets', 'Messages'] as const
const portion = 200

/** The wall clock of Brasília without a zone, as whaticket writes it; what MySQL cannot keep is of the year 1000. */
function localTime(value: unknown): string {
  const at = value instanceof Date ? value.getTime() : Number.NaN
  return at >= Date.UTC(1000, 0, 1)
    ? new Date(at - 3 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '')
    : '1000-01-01 00:00:00'
}

/** A company's whaticket on MySQL. */
export interface OldMysql {
  readonly server: Mariadb
  readonly settings: Readonly<Record<string, unknown>>
}

/** The same rows as in another database of whaticket, on a server of MySQL. */
export async function onMysql({ sql }: OldSystem, server: Mariadb): Promise<OldMysql> {
  const { admin } = server
  await admin.query(`
    create database whaticket character set utf8mb4 collate utf8mb4_bin;
    create user leitor@'%' identified by 'segredo';
    grant all on whaticket.* to leitor@'%';
    use whaticket; ${tables}`)
  for (const table of copied) {
    const rows = await sql`select * from ${sql(table)}`
    const columns = rows.columns.map(({ name }) => name).filter((name) => name !== 'passwordHash')
    const values = rows.map((row) =>
      columns.map((name) => (/^(created|updated)At$/.test(name) ? localTime(row[name]) : (row[name] as unknown))),
    )
    for (let at = 0; at < values.length; at += portion)
      await admin.query('insert into ?? (??) values ?', [table, columns, values.slice(at, at + portion)])
  }
  return {
    server,
    settings: {
      engine: 'mysql',
      host: '127.0.0.1',
      port: server.port,
      database: 'whaticket',
      user: 'leitor',
      password: 'segredo',
      tls: 'prefer',
      utcOffset: '-03:00',
    },
  }
}
