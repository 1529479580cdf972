<?php
// SIGNING_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php

function is_authentic(string $timestamp, string $signatures, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', $timestamp . '.' . $body, getenv('SIGNING_SECRET'));
    // The signature header has two values while a secret is being rotated. One is made with our secret.
    foreach (explode(',', $signatures) as $given) {
        if (hash_equals($expected, trim($given))) {
            return true;
        }
    }
    return false;
}

// The raw bytes: parsing and writing JSON again changes them.
$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_SHIP_TIMESTAMP'] ?? '';
if (!is_authentic($timestamp, $_SERVER['HTTP_X_SHIP_SIGNATURE'] ?? '', $body)) {
    http_response_code(400);
    exit('The signature is wrong or too old.');
}

$event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
// Events come at least once: skip an EventId that your database has.
error_log("{$event['EventType']}: order {$event['Id']}");
http_response_code(204);
