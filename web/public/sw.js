// Keeps the application for use without a connection: pages from the network first, the rest, whose
// names change with their content, from the cache first. The play server's own answers never.
const cacheName = 'hakam-1';

self.addEventListener('install', (event) => {
    event.waitUntil(
        caches.open(cacheName).then(async (cache) => {
            const list = await (await fetch('./files.json')).json();
            await cache.addAll(list);
        }),
    );
    self.skipWaiting();
});
self.addEventListener('activate', (event) => {
    event.waitUntil(self.clients.claim());
});

async function keep(request, response) {
    if (response.ok) {
        const cache = await caches.open(cacheName);
        await cache.put(request, response.clone());
    }
    return response;
}

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin) return;
    if (url.pathname.startsWith('/api/') || url.pathname === '/metrics') return;
    if (request.mode === 'navigate') {
        event.respondWith(
            fetch(request)
                .then((response) => keep(request, response))
                .catch(() => caches.match('./')),
        );
        return;
    }
    event.respondWith(
        caches.match(request).then((kept) => kept ?? fetch(request).then((r) => keep(request, r))),
    );
});
