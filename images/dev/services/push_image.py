#!/usr/bin/python3
"""Makes a container image of a folder's files and puts it into the registry: push_image.py NAME:TAG FOLDER

The same files give the same digest. REGISTRY is HOST:PORT.
"""
import hashlib
import http.client
import io
import json
import os
import sys
import tarfile

MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"


def layer_of(folder):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for top, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                path = os.path.join(top, name)
                entry = tar.gettarinfo(path, os.path.relpath(path, folder))
                entry.uid = entry.gid = entry.mtime = 0
                entry.uname = entry.gname = ""
                with open(path, "rb") as file:
                    tar.addfile(entry, file)
    return out.getvalue()


def digest_of(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def ask(connection, method, path, body=b"", **headers):
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    if answer.status >= 300:
        sys.exit(f"push-image: {method} {path} was answered with {answer.status}: {said[:300].decode(errors='replace')}")
    return answer


def main():
    name, _, tag = sys.argv[1].rpartition(":")
    layer = layer_of(sys.argv[2])
    config = json.dumps({"architecture": "amd64", "os": "linux", "config": {}, "rootfs": {"type": "layers", "diff_ids": [digest_of(layer)]}}).encode()
    connection = http.client.HTTPConnection(os.environ["REGISTRY"], timeout=30)
    for blob in (layer, config):
        place = ask(connection, "POST", f"/v2/{name}/blobs/uploads/").getheader("Location").split(os.environ["REGISTRY"], 1)[-1]
        ask(connection, "PUT", f"{place}{'&' if '?' in place else '?'}digest={digest_of(blob)}", blob, **{"Content-Type": "application/octet-stream"})
    described = [{"mediaType": kind, "size": len(blob), "digest": digest_of(blob)} for kind, blob in
                 (("application/vnd.docker.container.image.v1+json", config), ("application/vnd.docker.image.rootfs.diff.tar", layer))]
    manifest = json.dumps({"schemaVersion": 2, "mediaType": MANIFEST, "config": described[0], "layers": described[1:]}).encode()
    ask(connection, "PUT", f"/v2/{name}/manifests/{tag}", manifest, **{"Content-Type": MANIFEST})


main()
