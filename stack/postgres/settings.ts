/**
 * postgresql.conf by command line: small memory, durable writes, loopback only. Values follow the
 * defaults of PostgreSQL 17 unless one person's or a team's machine wants otherwise.
 */
export function serverSettings(port: number): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '48MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '32MB',
    huge_pages: 'off',
    jit: 'off',
    random_page_cost: 1.1,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'minimal',
    max_wal_senders: 0,
    min_wal_size: '32MB',
    max_wal_size: '256MB',
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_logical_replication_workers: 0,
    autovacuum_max_workers: 2,
    autovacuum_naptime: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements may hold personal data: they stay out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_line_prefix: '',
    log_checkpoints: 'off',
    logging_collector: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
