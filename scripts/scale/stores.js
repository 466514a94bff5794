// The deployments that a run can use, by store.
import { startGalera } from './galera.js'
import { startPostgresql } from './postgresql.js'

/**
 * @typedef {import('./clients.js').Place} Place
 * @typedef {object} Deployment
 * @property {import('./clients.js').StoreName} name
 * @property {string} what the machine that is killed
 * @property {(process: number) => { readonly primary: Place, readonly replica?: Place }} places the databases that the n-th process connects to, counted from 0
 * @property {readonly { readonly name: string, readonly place: Place }[]} witnesses the databases where acknowledged writes are looked up
 * @property {() => Promise<void>} kill
 * @property {() => Promise<void>} revive
 * @property {() => Promise<void>} settle waits until all machines have everything
 * @property {() => Promise<readonly string[]>} probe further findings, one per line
 */

/** @type {Record<import('./clients.js').StoreName, () => Promise<Deployment>>} */
export const STORES = { postgresql: startPostgresql, galera: startGalera }
