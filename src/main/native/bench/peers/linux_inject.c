// Frames for the kernel peer: a BPF program run on live frames (BPF_PROG_TEST_RUN), which the kernel then
// takes as received. It costs about 100 ns a frame, little beside the kernel's own forwarding.
// Owns: the program, written in instructions since no compiler for it is needed then, and its two maps.
// Threads: one. Must not: need more than the bpf system call.
// Next: linux.c.
#include "linux.h"

#include <linux/bpf.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FRAME 60

#define OP(code_, dst, src, off_, imm_) ((struct bpf_insn){.code = (code_), .dst_reg = (dst), \
	.src_reg = (src), .off = (off_), .imm = (imm_)})
#define MOVE(dst, src) OP(BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0)
#define SET(dst, imm) OP(BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm)
#define ADD(dst, imm) OP(BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, imm)
#define AND(dst, imm) OP(BPF_ALU64 | BPF_AND | BPF_K, dst, 0, 0, imm)
#define LOAD(size, dst, src, off) OP(BPF_LDX | BPF_MEM | (size), dst, src, off, 0)
#define STORE(size, dst, src, off) OP(BPF_STX | BPF_MEM | (size), dst, src, off, 0)
// From what r0 names into the frame.
#define COPY(size, to, from) LOAD(size, 3, 0, from), STORE(size, 7, 3, to)
#define PUT(size, dst, off, imm) OP(BPF_ST | BPF_MEM | (size), dst, 0, off, imm)
#define MAP(dst, fd) OP(BPF_LD | BPF_DW | BPF_IMM, dst, BPF_PSEUDO_MAP_FD, 0, fd), OP(0, 0, 0, 0, 0)
#define CALL(function) OP(BPF_JMP | BPF_CALL, 0, 0, 0, function)
#define JUMP_ABOVE(dst, src, off) OP(BPF_JMP | BPF_JGT | BPF_X, dst, src, off, 0)
#define JUMP_NULL(dst, off) OP(BPF_JMP | BPF_JEQ | BPF_K, dst, 0, off, 0)
#define RETURN() OP(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

static int
bpf(int command, union bpf_attr *attr)
{
	int result = (int)syscall(SYS_bpf, command, attr, sizeof(*attr));

	return result >= 0 ? result : -errno;
}

static int
make_array(uint32_t value_size, uint32_t count, const void *values)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY,
		.key_size = sizeof(uint32_t),
		.value_size = value_size,
		.max_entries = count,
	};
	int map = bpf(BPF_MAP_CREATE, &attr);

	for (uint32_t i = 0; values != NULL && map >= 0 && i < count; i++) {
		union bpf_attr update = {
			.map_fd = (uint32_t)map,
			.key = (uint64_t)(uintptr_t)&i,
			.value = (uint64_t)(uintptr_t)((const char *)values + (size_t)i * value_size),
		};

		if (bpf(BPF_MAP_UPDATE_ELEM, &update) < 0)
			return -EIO;
	}
	return map;
}

static int
load(const struct bpf_insn *program, uint32_t count)
{
	char log[4096] = "";
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_XDP,
		.insns = (uint64_t)(uintptr_t)program,
		.insn_cnt = count,
		.license = (uint64_t)(uintptr_t)"Apache-2.0",
		.log_buf = (uint64_t)(uintptr_t)log,
		.log_size = sizeof(log),
		.log_level = 1,
	};
	int result = bpf(BPF_PROG_LOAD, &attr);

	if (result < 0)
		fprintf(stderr, "bench-linux: the kernel refuses the program: %s\n%s", strerror(-result), log);
	return result;
}

// Writes the whole header each time: a frame that is injected again is as it left.
static int
make_program(int counter, int frames, uint32_t count)
{
	// r7: the frame. r8: its end. The three jumps go to the last but one instruction; MAP is two of them.
	struct bpf_insn program[] = {
		LOAD(BPF_W, 7, 1, offsetof(struct xdp_md, data)),
		LOAD(BPF_W, 8, 1, offsetof(struct xdp_md, data_end)),
		MOVE(2, 7),
		ADD(2, FRAME),
		JUMP_ABOVE(2, 8, 35),
		PUT(BPF_W, 10, -4, 0),
		MOVE(2, 10),
		ADD(2, -4),
		MAP(1, counter),
		CALL(BPF_FUNC_map_lookup_elem),
		JUMP_NULL(0, 28),
		LOAD(BPF_DW, 3, 0, 0),
		MOVE(4, 3),
		ADD(4, 1),
		STORE(BPF_DW, 0, 4, 0),
		AND(3, (int32_t)(count - 1)),
		STORE(BPF_W, 10, 3, -4),
		MOVE(2, 10),
		ADD(2, -4),
		MAP(1, frames),
		CALL(BPF_FUNC_map_lookup_elem),
		JUMP_NULL(0, 16),
		PUT(BPF_W, 7, 0, 2),           // to LINUX_NET_MAC
		PUT(BPF_H, 7, 4, 0x0100),
		COPY(BPF_H, 12, offsetof(struct linux_frame, type)),
		COPY(BPF_DW, 14, 0),
		COPY(BPF_DW, 22, 8),
		COPY(BPF_DW, 30, 16),
		COPY(BPF_DW, 38, 24),
		COPY(BPF_DW, 46, 32),
		SET(0, XDP_PASS),
		RETURN(),
		SET(0, XDP_DROP),
		RETURN(),
	};

	return load(program, sizeof(program) / sizeof(program[0]));
}

int
linux_inject_open(struct linux_inject *inject, const struct linux_frame *frames, uint32_t count)
{
	int counter = make_array(sizeof(uint64_t), 1, NULL);
	int array = make_array(sizeof(*frames), count, frames);
	int program = counter < 0 ? counter : array < 0 ? array : make_program(counter, array, count);

	if (program < 0)
		return program;
	*inject = (struct linux_inject){program, linux_net_in()};
	return 0;
}

int
linux_inject_run(const struct linux_inject *inject, uint32_t frames)
{
	static uint8_t frame[FRAME];
	struct xdp_md context = {.data_end = FRAME, .ingress_ifindex = inject->interface};
	union bpf_attr attr = {.test = {
		.prog_fd = (uint32_t)inject->program,
		.repeat = frames,
		.data_in = (uint64_t)(uintptr_t)frame,
		.data_size_in = FRAME,
		.ctx_in = (uint64_t)(uintptr_t)&context,
		.ctx_size_in = sizeof(context),
		.flags = BPF_F_TEST_XDP_LIVE_FRAMES,
	}};

	return bpf(BPF_PROG_TEST_RUN, &attr);
}
