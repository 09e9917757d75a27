export interface CephPlace {
  readonly folder: string;
  /** Address in the form `[v2:127.0.0.1:3300]`. */
  readonly monitor: string;
  readonly fsid: string;
  readonly gatewayPort: number;
}

/**
 * `ceph.conf` of a store on one machine: a single copy of all data, in memory, with authentication as in production.
 */
export const cephConfiguration = ({ folder, monitor, fsid, gatewayPort }: CephPlace): string => `
[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = ${monitor}
ms_bind_ipv4 = true
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = true
keyring = ${folder}/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
mon_max_pg_per_osd = 1000
run_dir = ${folder}
pid_file = ${folder}/$name.pid
admin_socket = ${folder}/$name.asok
log_file = ${folder}/log/$name.log
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw_enable_apis = s3
rgw_enable_usage_log = false
rgw_multipart_min_part_size = 5242880
`;
