import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
    plugins: [svelte()],
    base: './',
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
    },
    server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
    test: {
        include: ['src/**/*.test.ts'],
        environment: 'node',
        // For what hangs, not for slow machines.
        testTimeout: 300_000,
        hookTimeout: 300_000,
    },
});
